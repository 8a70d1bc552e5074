import type { DeviceKind } from '@backlot/contract/devices/kinds'
import { expect, test } from 'vitest'
import type { DeviceAction, DeviceCommand } from '../../devices/commands.ts'
import { createDirectory } from '../../fleet/directory.ts'
import { createDisposal } from '../../kernel/disposal.ts'
import { createManualClock } from '../../timeline/manual-clock.ts'
import { channelsFollowCommands } from './channels-follow-commands.ts'

const NAME = { zh: '车', en: 'Car' }

function setUp(before: DeviceCommand[] = [], dark: string[] = []) {
  const directory = createDirectory(7)
  directory.addGroup(0, NAME, 'north', 1)
  const add = (sn: string, kind: DeviceKind = 'vehicle') =>
    directory.addDevice({
      sn,
      kind,
      name: NAME,
      groupId: 1,
      rosterIndex: 0,
      protocolType: kind === 'vehicle' ? 4 : 0,
      ability: 1,
      isPtz: false,
      x: 0,
      y: 0,
      longitude: 116,
      latitude: 39,
      installedAtMs: 0,
      installAddress: NAME,
      installer: NAME,
    })
  const { slot } = add('CAR')
  directory.setOnline(slot, { gisOnlineStatus: 1 })
  const station = add('SUN', 'solarStation').slot
  directory.setOnline(station, { videoOnlineStatus: 1, sensorOnlineStatus: 1 })
  const powerless = new Set(dark)
  const host = createManualClock(0)
  const log = [...before]
  const listeners: ((command: DeviceCommand) => void)[] = []
  let cut = () => {}
  const told: string[] = []
  const clock = { ...host, now: () => host.now(), onChange: () => () => {} }
  channelsFollowCommands(
    {
      directory,
      commands: {
        commandsOf: (sn) => log.filter((each) => each.sn === sn),
        onCommand: (listener) => {
          listeners.push(listener)
          return () => {}
        },
        onCut: (listener) => {
          cut = listener
          return () => {}
        },
      },
      clock: clock as never,
      host,
      hasPower: (sn) => !powerless.has(sn),
      outbox: {
        channelsChanged: (sn, list) =>
          told.push(`${sn} ${list.map(({ chnId, onlineStatus }) => `${chnId}=${onlineStatus}`).join(' ')}`),
      },
    },
    createDisposal(),
  )
  const act = (action: DeviceAction, atMs = host.now(), sn = 'CAR') => {
    const command = { ...action, sn, atMs, seq: log.length }
    log.push(command)
    for (const listener of listeners) listener(command)
  }
  const lost = () => [...directory.lostChannels(slot)]
  return {
    directory,
    slot,
    add,
    host,
    log,
    act,
    cut: () => cut(),
    told: () => told.splice(0),
    lost,
    station,
    powerless,
  }
}
const order = (chnId: number, forced: 'offline' | 'released'): DeviceAction => ({
  kind: 'channelConnectivity',
  chnId,
  forced,
})

test('consoles are told of the channels that an order changes, and of no others', () => {
  const { act, told, lost } = setUp()
  act(order(2, 'offline'))
  expect([lost(), told()]).toEqual([[2], ['CAR 2=0']])
  act(order(2, 'offline'))
  act({ kind: 'reboot' })
  expect(told()).toEqual([])
  act(order(2, 'released'))
  expect([lost(), told()]).toEqual([[], ['CAR 2=1']])
})

test('a fault that ends by itself gives the channel back when its time has come', () => {
  const { act, told, lost, host } = setUp()
  act({ kind: 'fault', fault: 'channelOffline', on: true, amount: 1, forMs: 5000 })
  expect(told()).toEqual(['CAR 1=0'])
  host.advance(4000)
  expect(lost()).toEqual([1])
  host.advance(2000)
  expect([lost(), told()]).toEqual([[], ['CAR 1=1']])
})

test('a device that comes back says which of its channels do not', () => {
  const { act, told, directory, slot } = setUp()
  act(order(2, 'offline'))
  directory.setOnline(slot, { gisOnlineStatus: 0 })
  expect(told()).toEqual(['CAR 2=0'])
  directory.setOnline(slot, { gisOnlineStatus: 1 })
  expect(told()).toEqual(['CAR 2=0'])
  directory.setOnline(slot, { gisOnlineStatus: 0 })
  act(order(2, 'released'))
  // It comes back with its device, not before.
  expect(told()).toEqual(['CAR 2=0'])
})

test('a solar station without power for its camera loses the camera, and stays on line with its readings', () => {
  const { act, told, host, station, powerless, directory } = setUp()
  const fields = () => {
    const { videoOnlineStatus, sensorOnlineStatus, online } = directory.state(station)
    return { videoOnlineStatus, sensorOnlineStatus, online }
  }
  expect(fields()).toEqual({ videoOnlineStatus: 1, sensorOnlineStatus: 1, online: true })
  powerless.add('SUN')
  act({ kind: 'configSet', section: 'solarParam', config: { loadOn: false } }, host.now(), 'SUN')
  expect([[...directory.lostChannels(station)], told()]).toEqual([[1], ['SUN 1=0']])
  expect(fields()).toEqual({ videoOnlineStatus: 0, sensorOnlineStatus: 1, online: true })
  // Its controller switches the load on again by itself.
  powerless.clear()
  host.advance(2000)
  expect([[...directory.lostChannels(station)], told()]).toEqual([[], ['SUN 1=1']])
  expect(fields()).toEqual({ videoOnlineStatus: 1, sensorOnlineStatus: 1, online: true })
})

test('a solar station that has no power at the start loses its camera with the first turn of other work', () => {
  const { told, host, station, directory } = setUp([], ['SUN'])
  expect(told()).toEqual([])
  host.advance(1)
  expect([[...directory.lostChannels(station)], told()]).toEqual([[1], ['SUN 1=0']])
})

test('what was ordered before the start holds, also of devices that come later, and a cut takes it back', () => {
  const command = { ...order(1, 'offline'), sn: 'CAR', atMs: 0, seq: 0 }
  const { lost, log, cut, add, directory, told } = setUp([
    command,
    { ...command, sn: 'LATE' } as DeviceCommand,
  ] as DeviceCommand[])
  expect(lost()).toEqual([1])
  const late = add('LATE')
  expect([...directory.lostChannels(late.slot)]).toEqual([1])
  log.length = 0
  told()
  cut()
  expect([lost(), [...directory.lostChannels(late.slot)]]).toEqual([[], []])
})
