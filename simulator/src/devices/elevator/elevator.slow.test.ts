import { DAY_MS, fromCivil } from '@backlot/contract/time'
import { beforeAll, expect, test } from 'vitest'
import { buildFleet } from '../../fleet/build-fleet.ts'
import { draftOf } from '../../history/device-alarm.ts'
import { createDeviceAlarms } from '../../history/device-alarms.ts'
import { loadOsdFont } from '../../media/media-files.ts'
import { loadScenario } from '../../scenario/read-scenario.ts'
import { cityOf } from '../../world/city/city-of.ts'
import type { City } from '../../world/city/types.ts'
import { createScene } from '../../world/scenes/create-scene.ts'
import { blankPicture, sceneInput } from '../../world/scenes/scene-input.test-support.ts'
import { streetCity } from '../../world/scenes/street-city.test-support.ts'
import { createWorld } from '../../world/world.ts'
import type { DeviceCommand } from '../commands.ts'
import { readingsAt } from '../station-models.ts'
import { carAt, floorsOf } from './car-ride.ts'
import { CAR_ROOM } from './car-room.ts'

const NOON = fromCivil(2026, 11, 20, 12)
const CAR = { seed: 7, entity: 4711 }
const demo = loadScenario('demo')
let city: City

beforeAll(() => {
  city = cityOf(7)
})

/** The demo's fleets but its lifts. */
const others = demo.fleets.filter(({ kind }) => kind !== 'elevator')

/** The demo with forty lifts. */
function withLifts(own: readonly DeviceCommand[] = []) {
  const lifts = { kind: 'elevator', count: 40, group: 'energy', placement: 'gates' } as const
  const { directory, roster } = buildFleet(7, { ...demo, fleets: [...others, lifts] }, city)
  const world = createWorld(7, { city, roster })
  const isOf = (sn: string) => own.filter((command) => command.sn === sn)
  const commands = { commandsOf: isOf, onCommand: () => () => {}, onCut: () => () => {} }
  return { directory, world, commands }
}

test('a car goes from floor to floor no faster than it can, with its doors closed', () => {
  let before = carAt(CAR, NOON)
  const floors = new Set<number>()
  for (let atMs = NOON; atMs < NOON + 3_600_000; atMs += 500) {
    const now = carAt(CAR, atMs)
    expect(now.floor).toBeGreaterThanOrEqual(1)
    expect(now.floor).toBeLessThanOrEqual(floorsOf(CAR))
    expect(Math.abs(now.floor - before.floor)).toBeLessThanOrEqual(0.25 + 1e-9)
    if (now.floor % 1 !== 0) expect(now.door).toBe(0)
    if (now.door === 1) floors.add(now.floor)
    before = now
  }
  expect(floors.size).toBeGreaterThan(5)
})

test('people are trapped by themselves: an alarm with the car camera, and readings of a car that hangs', () => {
  const { directory, world, commands } = withLifts()
  const alarms = createDeviceAlarms({ world, directory, commands }).touching(NOON - 14 * DAY_MS, NOON)
  const trapped = alarms.filter(({ type, subType }) => type === 'ElevatorAlarm' && subType === 'Trapped')
  expect(trapped.length).toBeGreaterThan(5)
  for (const alarm of trapped) {
    const { device, startMs, endMs } = alarm
    expect(device.kind).toBe('elevator')
    const shown = (atMs: number) => readingsAt(world.air, device, atMs).map(({ value }) => value)
    const [floor, door, loadKg] = shown(startMs + 60_000)
    expect(door).toBe(0)
    expect(loadKg).toBeGreaterThan(0)
    expect(floor! % 1).toBeCloseTo(0.4)
    expect(shown(endMs - 1000)[0]).toBe(floor)
  }
  const heard = trapped.flatMap((alarm) => draftOf({ world, directory, commands }, alarm, true) ?? [])
  expect(heard.length).toBeGreaterThan(0)
  expect(heard.every(({ chnId }) => chnId === 1)).toBe(true)
})

test('a city without lifts has nobody trapped in one', () => {
  const { roster } = buildFleet(7, { ...demo, fleets: others }, city)
  const { incidents } = createWorld(7, { city, roster })
  expect(incidents.ofKind('trapped', NOON - 60 * DAY_MS, NOON)).toEqual([])
})

test('the emergency button raises the same alarm on its input', () => {
  const { directory } = withLifts()
  const lift = directory.deviceBySubject({ kind: 'elevator', index: 0 })
  const { world, commands } = withLifts([
    { seq: 1, sn: lift!.sn, atMs: NOON, kind: 'sosPressed', forMs: 60_000 },
  ])
  const alarms = createDeviceAlarms({ world, directory, commands }).touching(NOON, NOON + 1000, lift!.sn)
  const pressed = alarms.find(({ alarmSeq }) => alarmSeq === 'sos-c1')
  expect(pressed).toMatchObject({ type: 'ElevatorAlarm', subType: 'Trapped', chnId: 3 })
})

test('the picture is the car: doors that open, the floor, and a red lamp while it is stuck', async () => {
  const scene = createScene(streetCity(), await loadOsdFont())
  const drawn = (state: Record<string, number>) => {
    const picture = blankPicture()
    const inside = { room: 'device', kind: 'elevator', state } as const
    scene.draw(sceneInput({ camera: { ...sceneInput().camera, inside } }), picture)
    return picture
  }
  const state = CAR_ROOM.stateAt(CAR, NOON, () => undefined)
  const closed = drawn({ ...state, door: 0, stuck: 0 })
  const differs = (other: Record<string, number>) => {
    const { y, v } = drawn({ ...state, door: 0, stuck: 0, ...other })
    return y.some((luma, i) => luma !== closed.y[i]) || v.some((red, i) => red !== closed.v[i])
  }
  expect(differs({})).toBe(false)
  expect(differs({ door: 4 })).toBe(true)
  expect(differs({ floor: 17 })).toBe(true)
  expect(differs({ stuck: 1 })).toBe(true)
})
