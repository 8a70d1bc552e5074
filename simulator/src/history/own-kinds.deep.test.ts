import { fileURLToPath } from 'node:url'
import { asKind, findKind } from '@backlot/contract/devices/known-kinds'
import { DAY_MS, fromCivil, HOUR_MS, MINUTE_MS } from '@backlot/contract/time'
import { beforeAll, expect, test } from 'vitest'
import type { DeviceCommand } from '../devices/commands.ts'
import { quantitiesOf, readingsAt } from '../devices/station-models.ts'
import { buildFleet } from '../fleet/build-fleet.ts'
import { loadKinds } from '../scenario/read-kinds.ts'
import { loadScenario } from '../scenario/read-scenario.ts'
import { QUANTITIES } from '../world/air/quantity-table.ts'
import { cityOf } from '../world/city/city-of.ts'
import type { City } from '../world/city/types.ts'
import { createInterventions } from '../world/create-interventions.ts'
import { createWorld } from '../world/world.ts'
import { draftOf } from './device-alarm.ts'
import { createDeviceAlarms } from './device-alarms.ts'

const NOON = fromCivil(2026, 11, 20, 12)
const FILES = fileURLToPath(new URL('../../../fixtures/kinds', import.meta.url))
const KINDS = ['chargingPile', 'lift', 'riverRadar'].map(asKind)
let city: City

beforeAll(() => {
  loadKinds([FILES])
  city = cityOf(7)
})

/** The demo with six devices of each of the files' kinds. */
function withOwnKinds(own: readonly DeviceCommand[] = [], interventions = createInterventions()) {
  const demo = loadScenario('demo')
  const fleets = KINDS.map((kind) => ({
    kind,
    count: 6,
    group: 'energy',
    placement: String(kind) === 'riverRadar' ? ('riverside' as const) : ('gates' as const),
  }))
  const { directory, roster } = buildFleet(7, { ...demo, fleets: [...demo.fleets, ...fleets] }, city)
  const world = createWorld(7, { city, roster, interventions })
  const commandsOf = (sn: string) => own.filter((command) => command.sn === sn)
  const commands = { commandsOf, onCommand: () => () => {}, onCut: () => () => {} }
  const of = (kind: number) =>
    Array.from({ length: 6 }, (_, index) => directory.deviceBySubject({ kind: KINDS[kind]!, index })!)
  return { directory, world, commands, piles: of(0), lifts: of(1), rivers: of(2) }
}

const command = (sn: string, setting: string, value: number, atMs: number): DeviceCommand => ({
  seq: 1,
  sn,
  atMs,
  kind: 'setting',
  setting,
  value,
})

test('devices of files are devices like others: icon, name, readings within their range', () => {
  const { world, piles, lifts, rivers } = withOwnKinds()
  expect(findKind('chargingPile')?.icon.filled).toBeDefined()
  for (const device of [...piles, ...lifts, ...rivers]) {
    for (let atMs = NOON - DAY_MS; atMs < NOON; atMs += 7 * HOUR_MS) {
      const readings = readingsAt(world.air, device, atMs)
      expect(readings.map(({ quantity }) => quantity)).toEqual(quantitiesOf(device.kind))
      for (const { quantity, value } of readings) {
        expect(value).toBeGreaterThanOrEqual(QUANTITIES[quantity].min)
        expect(value).toBeLessThanOrEqual(QUANTITIES[quantity].max)
      }
    }
  }
  expect(new Set(piles.map(({ name }) => name.en)).size).toBe(piles.length)
})

test('a moment is the same asked for alone, in order, and on another machine', () => {
  const moments = Array.from({ length: 200 }, (_, i) => NOON - DAY_MS + i * 11 * MINUTE_MS)
  const readAll = (order: readonly number[]) => {
    const { world, piles, lifts, rivers } = withOwnKinds()
    const all = [piles[0]!, lifts[0]!, rivers[0]!]
    const read = new Map(
      order.map((atMs) => [
        atMs,
        all.map((device) => readingsAt(world.air, device, atMs).map(({ value }) => value)),
      ]),
    )
    return moments.map((atMs) => read.get(atMs))
  }
  const inOrder = readAll(moments)
  expect(readAll(moments.toReversed())).toEqual(inOrder)
  expect(readAll(moments.toSorted((a, b) => (a % 97) - (b % 97)))).toEqual(inOrder)
  expect(new Set(inOrder.map((row) => JSON.stringify(row))).size).toBeGreaterThan(100)
})

test('energy only grows within a day, and a river keeps the rain of days', () => {
  const { world, piles } = withOwnKinds()
  const midnight = fromCivil(2026, 11, 20)
  let before = 0
  for (let atMs = midnight + 10 * MINUTE_MS; atMs < midnight + DAY_MS; atMs += 30 * MINUTE_MS) {
    const energy = readingsAt(world.air, piles[0]!, atMs)[3]!.value
    expect(energy).toBeGreaterThanOrEqual(before)
    before = energy
  }
  expect(before).toBeGreaterThan(0)

  const rain = { kind: 'weather', rainMmPerHour: 40, forMs: 3 * HOUR_MS, atMs: NOON, seq: 1 } as const
  const wet = withOwnKinds([], createInterventions([rain]))
  const levelOf = ({ world: one, rivers }: typeof wet, atMs: number) =>
    readingsAt(one.air, rivers[0]!, atMs)[0]!.value
  expect(levelOf(wet, NOON)).toBe(levelOf(withOwnKinds(), NOON))
  expect(levelOf(wet, NOON + DAY_MS)).toBeGreaterThan(levelOf(withOwnKinds(), NOON + DAY_MS) + 1)
})

test('weather that comes while the world runs changes nothing before it', () => {
  const interventions = createInterventions()
  const { world, rivers } = withOwnKinds([], interventions)
  const level = (atMs: number) => readingsAt(world.air, rivers[0]!, atMs)[0]!.value
  const [before, after] = [level(NOON), level(NOON + 6 * HOUR_MS)]
  interventions.add({ kind: 'weather', rainMmPerHour: 60, forMs: 3 * HOUR_MS, atMs: NOON, seq: 1 })
  expect(level(NOON)).toBe(before)
  expect(level(NOON + 6 * HOUR_MS)).toBeGreaterThan(after + 1)
})

test('a setting holds from its moment on, not before', () => {
  const { piles } = withOwnKinds()
  const { sn } = piles[0]!
  const commands = [command(sn, 'powerLimit', 10, NOON)]
  const { world, piles: limited } = withOwnKinds()
  const powerAt = (atMs: number, own: readonly DeviceCommand[]) =>
    readingsAt(world.air, { ...limited[0]!, commands: own }, atMs)[0]!.value
  const day = Array.from({ length: 280 }, (_, i) => i * 5 * MINUTE_MS)
  expect(Math.max(...day.map((ms) => powerAt(NOON + ms, commands)))).toBeLessThan(11)
  expect(Math.max(...day.map((ms) => powerAt(NOON + ms, [])))).toBeGreaterThan(40)
  for (const ms of day) expect(powerAt(NOON - 1 - ms, commands)).toBe(powerAt(NOON - 1 - ms, []))
})

test('an alarm lasts while its condition holds, whatever part of the time is asked for', () => {
  const { rivers } = withOwnKinds()
  const own = [command(rivers[0]!.sn, 'warnLevel', 1, NOON)]
  const sources = withOwnKinds(own)
  const alarms = createDeviceAlarms(sources)
  const high = alarms
    .touching(NOON, NOON + 3 * HOUR_MS)
    .filter(({ subType, device }) => subType === 'HighWater' && device.sn === rivers[0]!.sn)
  expect(high).toHaveLength(1)
  const [alarm] = high
  expect(alarm!.startMs).toBeGreaterThan(NOON)
  expect(alarm!.startMs).toBeLessThan(NOON + HOUR_MS)
  expect(alarms.touching(NOON + 2 * HOUR_MS, NOON + 3 * HOUR_MS, rivers[0]!.sn)).toContainEqual(alarm)
  expect(draftOf(sources, alarm!, false)).toMatchObject({ type: 'RiverRadarAlarm', code: 'w01980' })

  const stuck = alarms.touching(NOON - 3 * DAY_MS, NOON).filter(({ subType }) => subType === 'Stuck')
  expect(stuck.length).toBeGreaterThan(0)
  for (const { startMs, endMs } of stuck) {
    expect(endMs - startMs).toBeGreaterThanOrEqual(10 * MINUTE_MS)
    expect(endMs - startMs).toBeLessThanOrEqual(60 * MINUTE_MS)
  }
  const ids = alarms.touching(NOON - DAY_MS, NOON).map(({ alarmSeq }) => alarmSeq)
  expect(new Set(ids).size).toBe(ids.length)
})
