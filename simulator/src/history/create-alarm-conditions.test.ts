import { DEVICE_KINDS } from '@backlot/contract/devices/kinds'
import { DAY_MS, fromCivil, HOUR_MS } from '@backlot/contract/time'
import { beforeAll, expect, test } from 'vitest'
import { onlineAt } from '../devices/connectivity.ts'
import { disksAt } from '../devices/device-disks.ts'
import { gpsLossAt } from '../devices/gps-fix.ts'
import { KINDS } from '../devices/kinds.ts'
import { buildFleet } from '../fleet/build-fleet.ts'
import { countKinds } from '../fleet/count-kinds.ts'
import type { Directory } from '../fleet/directory.ts'
import { loadScenario } from '../scenario/read-scenario.ts'
import { cityOf } from '../world/city/city-of.ts'
import type { World } from '../world/types.ts'
import { createWorld } from '../world/world.ts'
import { ALARM_SUB_TYPES, ALARM_TYPES } from './alarm-types/alarm-types.ts'
import { createAlarmConditions } from './create-alarm-conditions.ts'
import { type DeviceAlarm, draftOf } from './device-alarm.ts'
import { createDeviceAlarms } from './device-alarms.ts'

const SEED = 7
const NOW = fromCivil(2026, 11, 20, 12)
const DAYS = 14
const commands = { commandsOf: () => [], onCommand: () => () => {}, onCut: () => () => {} }
/** Never by themselves, and why. */
const BY_HAND = new Map([['Snapshot-Snapshot-Manual', 'an operator takes it']])

let world: World
let directory: Directory
let found: DeviceAlarm[]

beforeAll(() => {
  const city = cityOf(SEED)
  const fleet = buildFleet(SEED, loadScenario('demo'), city)
  directory = fleet.directory
  world = createWorld(SEED, { city, roster: fleet.roster })
  found = createDeviceAlarms({ world, directory, commands }).touching(NOW - DAYS * DAY_MS, NOW)
}, 120_000)

const CONDITIONS = ALARM_SUB_TYPES.flatMap(({ type, subType, condition }) =>
  condition ? [{ type, subType, ...condition }] : [],
)
const keyOf = ({ type, subType = '' }: { type: string; subType?: string }) => `${type}-${subType}`

test('every kind of alarm occurs in two weeks of the demo but those that people make', () => {
  const raised = found.filter((alarm) => draftOf({ world, directory, commands }, alarm, true))
  const occurred = new Set(raised.map(keyOf))
  const all = ALARM_TYPES.filter((each) => !ofAbsentKinds().has(each)).flatMap(({ type, subTypes }) =>
    subTypes.map(({ subType }) => `${type}-${subType}`),
  )
  expect(all.filter((key) => !occurred.has(key))).toEqual([...BY_HAND.keys()])
  expect([...occurred].filter((key) => !all.includes(key))).toEqual([])
})

/** Types that only kinds raise of which the demo has none. */
function ofAbsentKinds() {
  const there = new Set(countKinds(directory).map(({ kind }) => kind))
  const absent = DEVICE_KINDS.filter((kind) => !there.has(kind))
  return new Set(absent.flatMap((kind) => KINDS[kind].alarmTypes ?? []))
}

test('the demo has no storm of them: some hundred a day, of which what devices warn of is a small part', () => {
  const rows = new Set(CONDITIONS.map(keyOf))
  const perDay = found.length / DAYS
  expect(perDay).toBeGreaterThan(80)
  expect(perDay).toBeLessThan(150)
  expect(found.filter((alarm) => rows.has(keyOf(alarm))).length / DAYS).toBeLessThan(25)
})

test('they happen to devices of their kinds, each once', () => {
  const sequences = found.map(({ device, chnId, alarmSeq }) => `${device.sn} ${chnId} ${alarmSeq}`)
  expect(new Set(sequences).size).toBe(sequences.length)
  for (const alarm of found) {
    const row = CONDITIONS.find((each) => keyOf(each) === keyOf(alarm))
    if (!row) continue
    expect(row.kinds).toContain(alarm.device.kind)
    if (row.models) expect(row.models).toContain(alarm.device.model)
    expect(alarm.endMs).toBeGreaterThan(alarm.startMs)
  }
})

test('their causes are there: what devices and the world say of the moment agrees', () => {
  const { seed } = world
  const atMiddle = (alarm: DeviceAlarm) => (alarm.startMs + alarm.endMs) / 2
  const checks: Record<string, (alarm: DeviceAlarm) => boolean> = {
    Offline: ({ device, startMs }) =>
      onlineAt(seed, device.entity, startMs - 1) && !onlineAt(seed, device.entity, startMs + 1),
    PowerLoss: ({ device, startMs }) => !onlineAt(seed, device.entity, startMs + HOUR_MS),
    GpsLost: (alarm) => gpsLossAt(seed, alarm.device.entity, atMiddle(alarm)) !== undefined,
    AntennaFault: (alarm) => gpsLossAt(seed, alarm.device.entity, atMiddle(alarm)) !== undefined,
    DiskFault: (alarm) => disksAt(seed, alarm.device.entity, 1, [], atMiddle(alarm))[0]?.state === 'fault',
    IllegalIgnition: ({ device, startMs }) =>
      world.traffic.vehicleAt(device.trafficIndex!, startMs).accOn &&
      !world.traffic.vehicleAt(device.trafficIndex!, startMs - 1000).accOn,
    Frost: ({ device, startMs }) =>
      world.air.valueAt('temperature', device.x, device.y, startMs, device.entity) <= 0,
  }
  for (const [subType, check] of Object.entries(checks)) {
    const alarms = found.filter((alarm) => alarm.subType === subType)
    expect(alarms.length, subType).toBeGreaterThan(0)
    // A flapping device may be gone for a moment before its longer outage.
    expect(alarms.filter((alarm) => !check(alarm)).length, subType).toBeLessThanOrEqual(
      subType === 'PowerLoss' ? 1 : 0,
    )
  }
})

test('an hour asked for alone, or of one device, has the same ones', () => {
  const ids = (alarms: readonly DeviceAlarm[]) => alarms.map(({ alarmSeq }) => alarmSeq).sort()
  const fromMs = NOW - DAY_MS
  const whole = createAlarmConditions({ world, directory })
  const day = whole.touching(fromMs, NOW)
  expect(day.length).toBeGreaterThan(8)
  for (let hour = 23; hour >= 0; hour -= 5) {
    const [startMs, endMs] = [fromMs + hour * HOUR_MS, fromMs + (hour + 1) * HOUR_MS - 1]
    const alone = createAlarmConditions({ world, directory }).touching(startMs, endMs)
    expect(ids(alone)).toEqual(ids(day.filter((one) => one.startMs <= endMs && one.endMs >= startMs)))
  }
  const [first] = day
  const own = createAlarmConditions({ world, directory }).touching(fromMs, NOW, first!.device.sn)
  expect(ids(own)).toEqual(ids(day.filter(({ device }) => device === first!.device)))
})
