import { expect, test } from 'vitest'
import { createManualClock } from '../../timeline/manual-clock.ts'
import type { GbAlarm, GbCommand } from '../device/ports.ts'
import { createSwarmPorts } from './swarm-ports.ts'

const RECORDER = '34020000001180000001'
const CHANNELS = ['34020000001320000001', '34020000001320000002']
const HERE = { lat: 31.2, lng: 121.5 }
const MINUTE = 60_000

function recorder(more: Partial<Parameters<typeof createSwarmPorts>[0]> = {}) {
  const clock = createManualClock(Date.UTC(2026, 10, 27, 4))
  const ports = createSwarmPorts({
    number: 0,
    device: { entity: 7, location: HERE },
    ids: { deviceId: RECORDER, channelIds: CHANNELS },
    media: {
      open: () => {
        throw new Error('nobody watches')
      },
      close: () => Promise.resolve(),
    },
    alarms: { everyMs: MINUTE, seed: 5 },
    now: clock.now,
    hostClock: clock,
    ...more,
  })
  const alarms: GbAlarm[] = []
  const stop = ports.onAlarm((alarm) => alarms.push(alarm))
  return { clock, ports, alarms, stop }
}
const dutiesOf = ({ ports }: ReturnType<typeof recorder>) =>
  ports.channels.all().flatMap((channel) => (channel.kind === 'camera' ? [channel.duty] : []))

test('alarms come about as often as was asked for, of all channels and several kinds, the same under one seed', () => {
  const rig = recorder()
  rig.clock.advance(1000 * MINUTE)
  expect(rig.alarms.length).toBeGreaterThan(900)
  expect(rig.alarms.length).toBeLessThan(1100)
  expect(new Set(rig.alarms.map(({ id }) => id))).toEqual(new Set(CHANNELS))
  expect(new Set(rig.alarms.map(({ method, type }) => `${method}/${type}`)).size).toBe(5)
  expect(rig.alarms[0]).toMatchObject({ location: HERE })
  const again = recorder()
  again.clock.advance(1000 * MINUTE)
  expect(again.alarms).toEqual(rig.alarms)
  const other = recorder({ alarms: { everyMs: MINUTE, seed: 6 } })
  other.clock.advance(1000 * MINUTE)
  expect(other.alarms).not.toEqual(rig.alarms)
})

test('no alarms unless they were asked for, and none after the end', () => {
  const quiet = recorder({ alarms: undefined })
  quiet.clock.advance(1000 * MINUTE)
  expect([quiet.alarms, quiet.clock.pending()]).toEqual([[], 0])
  const rig = recorder()
  rig.stop()
  expect(rig.clock.pending()).toBe(0)
})

test('a channel is in alarm for half a minute, or until it is reset; one that is not guarded raises none', () => {
  const rig = recorder()
  const untilAlarm = () => {
    const before = rig.alarms.length
    while (rig.alarms.length === before) rig.clock.advance(rig.clock.nextMs()! - rig.clock.now())
    return rig.alarms.at(-1)!.id
  }
  const stateOf = (id: string) => dutiesOf(rig)[CHANNELS.indexOf(id)]
  const first = untilAlarm()
  expect(stateOf(first)).toBe('ALARM')
  rig.clock.advance(29_999)
  expect(stateOf(first)).toBe('ALARM')
  rig.clock.advance(1)
  expect(stateOf(first)).toBe('ONDUTY')
  const second = untilAlarm()
  expect(rig.ports.control.run(RECORDER, { kind: 'resetAlarm' })).toBe(true)
  expect(stateOf(second)).toBe('ONDUTY')
  expect(rig.ports.control.run(CHANNELS[0]!, { kind: 'guard', on: false })).toBe(true)
  expect(dutiesOf(rig)[0]).toBe('OFFDUTY')
  const before = rig.alarms.length
  rig.clock.advance(100 * MINUTE)
  expect(rig.alarms.length).toBeGreaterThan(before)
  expect(rig.alarms.slice(before).filter(({ id }) => id === CHANNELS[0])).toEqual([])
  rig.ports.control.run(RECORDER, { kind: 'guard', on: true })
  expect(dutiesOf(rig)).not.toContain('OFFDUTY')
})

test('a camera has its place in the catalog and no position; a vehicle is the other way round', () => {
  const camera = recorder()
  expect(camera.ports.channels.all().map(({ location }) => location)).toEqual([HERE, HERE])
  expect(camera.ports.positionOf(RECORDER)).toBeUndefined()
  const begunMs = camera.clock.now()
  const vehicle = recorder({
    device: {
      entity: 7,
      positionAt: (ms) => ({
        index: 0,
        x: 0,
        y: 0,
        latitude: 31 + (ms - begunMs) / 1e7,
        longitude: 121,
        speedKmh: 36,
        directionDeg: 90,
        accOn: true,
        mileageKm: 1,
        fuelL: 1,
        edge: 0,
      }),
    },
  })
  expect(vehicle.ports.channels.all()[0]).not.toHaveProperty('location')
  vehicle.clock.advance(10_000)
  const place = { lat: 31.001, lng: 121 }
  expect(vehicle.ports.positionOf(CHANNELS[1]!)).toMatchObject({
    ...place,
    atMs: begunMs + 10_000,
    speedKmh: 36,
    directionDeg: 90,
  })
  vehicle.clock.advance(2 * MINUTE)
  const { atMs, location } = vehicle.alarms[0]!
  expect(location).toEqual({ lat: 31 + (atMs - begunMs) / 1e7, lng: 121 })
})

test('it keeps presets and its home position; what it cannot do is refused', () => {
  const { ports } = recorder()
  const [id] = CHANNELS as [string, string]
  const preset = (action: 'set' | 'call' | 'delete', number: number) =>
    ports.control.run(id, { kind: 'ptz', action: { kind: 'preset', action, preset: number } })
  expect([preset('call', 2), preset('set', 2), preset('call', 2)]).toEqual([false, true, true])
  expect(ports.control.run(id, { kind: 'home', enabled: true, resetTimeS: 5, presetIndex: 2 })).toBe(true)
  const still = { pan: 0, tilt: 0, zoom: 0, panSpeed: 0, tiltSpeed: 0, zoomSpeed: 0 } as const
  const lens = { kind: 'lens', focus: 1, iris: 0, focusSpeed: 1, irisSpeed: 0 } as const
  const area = { x: 0, y: 0, width: 1, height: 1 }
  for (const command of [
    { kind: 'ptz', action: { ...still, kind: 'move', pan: 1 } },
    { kind: 'ptz', action: lens },
    { kind: 'ptz', action: { kind: 'other', command: 0x88, first: 1, second: 0, high: 0 } },
    { kind: 'dragZoom', direction: 'in', area },
    { kind: 'turnTo', pan: 1 },
    { kind: 'keyFrame' },
  ] satisfies GbCommand[])
    expect([command, ports.control.run(id, command)]).toEqual([command, false])
  expect(ports.takeSnapshots).toBeUndefined()
})

test('it records all the time: that it may not stop', () => {
  const { ports } = recorder()
  expect(ports.control.run(RECORDER, { kind: 'record', on: true })).toBe(true)
  expect(ports.control.run(RECORDER, { kind: 'record', on: false })).toBe(false)
  expect(ports.facts().isRecording).toBe(true)
})
