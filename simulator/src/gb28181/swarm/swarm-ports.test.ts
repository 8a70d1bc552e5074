import { expect, test } from 'vitest'
import { createManualClock } from '../../timeline/manual-clock.ts'
import type { GbAlarm } from '../device/ports.ts'
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
