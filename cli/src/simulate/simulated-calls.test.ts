import { readAdapter } from '@backlot/contract/adapters/platform-adapter'
import { describe, expect, it } from 'vitest'
import { SimulatedCalls, type WrongPattern } from './simulated-calls.ts'

const simulated = (...patterns: string[]) => new SimulatedCalls(patterns)

describe('which calls are simulated', () => {
  it.each([
    ['alarms', ['alarms.list', 'alarms.process'], ['alarmTypes.list', 'workOrders.list']],
    ['map-heat', ['mapHeat.alarms'], ['map.suggest']],
    ['alarms.list', ['alarms.list'], ['alarms.get']],
    ['alarm*.list', ['alarms.list', 'alarmTypes.list', 'alarmPush.list'], ['alarms.get']],
    ['/alarm/type', ['alarmTypes.list'], ['alarms.list']],
    ['/alarm/', ['alarmTypes.list', 'alarms.list'], ['workOrders.list']],
  ])('%s', (pattern, inside, outside) => {
    const set = simulated(pattern)
    expect(inside.filter((name) => !set.has(name))).toEqual([])
    expect(outside.filter((name) => set.has(name))).toEqual([])
  })

  it('sockets have a word and a path', () => {
    expect([simulated('talk').hasSocket('talk'), simulated('/talk').hasSocket('talk')]).toEqual([true, true])
    expect([simulated('/realtime').hasSocket('channel'), simulated('talk').hasSocket('channel')]).toEqual([
      true,
      false,
    ])
  })

  it.each([
    ['alarm', /no call, path or area is called so\. Areas: .*alarms.*; sockets: channel, talk/],
    ['/nowhere', /no call, path or area/],
    ['session', /session\.\w+ cannot be simulated: users sign in at the platform/],
    ['*', /cannot be simulated/],
    ['devices.tree', /the platform's tree names the devices/],
  ])('%s is refused with the reason', (pattern, why) => {
    expect(() => simulated(pattern)).toThrow(why)
  })

  it('a refusal is in both languages', () => {
    const refusalOf = (pattern: string) => {
      try {
        simulated(pattern)
      } catch (error) {
        return (error as WrongPattern).refusal.inLanguage('zh').message
      }
    }
    expect(refusalOf('alarm')).toMatch(/^alarm：没有这样的接口、路径或功能区。功能区：.*alarms/)
    expect(refusalOf('devices.tree')).toMatch(/^devices\.tree：devices\.tree 不能模拟：设备由平台/)
  })

  it('patterns change together, or not at all', () => {
    const set = simulated('alarms')
    expect(() => set.set(['users', 'nothing'])).toThrow(/nothing/)
    expect([set.patterns, set.has('alarms.list'), set.has('users.list')]).toEqual([['alarms'], true, false])
    set.set([])
    expect(set.has('alarms.list')).toBe(false)
  })

  it('a call that the platform lacks is not missing while it is simulated', () => {
    const adapter = readAdapter({ lacks: ['workspaces.*', 'users.add'] })
    expect(simulated('workspaces.list').missing(adapter).sort()).toEqual([
      'users.add',
      'workspaces.add',
      'workspaces.delete',
      'workspaces.setStart',
      'workspaces.update',
    ])
  })

  it('areas tell how many of their calls are simulated', () => {
    const of = (name: string) =>
      simulated('alarms.list', 'mapHeat')
        .areas()
        .find((area) => area.name === name)
    expect(of('mapHeat')).toEqual({ name: 'mapHeat', calls: 1, simulated: 1 })
    expect(of('alarms')).toMatchObject({ simulated: 1 })
    expect(of('users')).toMatchObject({ simulated: 0 })
  })
})
