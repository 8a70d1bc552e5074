/** Detectors beside leaks of the world whose levels were set. */
import { FACTORY_PARAMS, type GasParam } from '@backlot/contract/sensors/params'
import { DAY_MS, fromCivil, MINUTE_MS } from '@backlot/contract/time'
import { beforeAll, expect, test } from 'vitest'
import type { DeviceCommand } from '../devices/commands.ts'
import { faultAt } from '../devices/fault-state.ts'
import { readingsAt } from '../devices/station-models.ts'
import { buildFleet } from '../fleet/build-fleet.ts'
import type { Directory } from '../fleet/directory.ts'
import { loadScenario } from '../scenario/read-scenario.ts'
import { GASES } from '../world/air/gas-table.ts'
import { cityOf } from '../world/city/city-of.ts'
import type { LeakingGas } from '../world/interventions.ts'
import type { Incident } from '../world/types.ts'
import { type BuiltWorld, createWorld } from '../world/world.ts'
import type { DeviceAlarm } from './device-alarm.ts'
import { createDeviceAlarms } from './device-alarms.ts'

const NOW = fromCivil(2026, 11, 20, 12)
let world: BuiltWorld
let directory: Directory
/** A leak of combustible gas that is alone, and its detector. */
let leak: Incident & { gas: LeakingGas }
let sn: string

beforeAll(() => {
  const city = cityOf(7)
  const fleet = buildFleet(7, loadScenario('demo'), city)
  directory = fleet.directory
  world = createWorld(7, { city, roster: fleet.roster })
  leak = world.incidents
    .ofKind('gasLeak', NOW - 30 * DAY_MS, NOW)
    .find(
      (one) =>
        one.gas === 'combustible' &&
        one.severity > 0.4 &&
        one.endMs - one.startMs > 15 * MINUTE_MS &&
        world.incidents.feltAt(one.startMs).filter(({ kind }) => kind === 'gasLeak').length === 1 &&
        !faultAt(7, directory.deviceBySubject(one.subject!)!.entity, 'stuckSensor', one.startMs),
    ) as typeof leak
  sn = directory.deviceBySubject(leak.subject!)!.sn
})

function set(atMs: number, seq: number, levels: Partial<GasParam['levels']>): DeviceCommand {
  const config = { ...FACTORY_PARAMS.gasParam, levels: { ...FACTORY_PARAMS.gasParam.levels, ...levels } }
  return { sn, atMs, seq, kind: 'configSet', section: 'gasParam', config }
}

/** The detector's gas alarms around the leak with these commands, however often they are computed. */
function warned(list: readonly DeviceCommand[], untilMs = leak.endMs + 10 * MINUTE_MS): DeviceAlarm[] {
  const none = () => () => {}
  const commands = {
    commandsOf: (which: string) => (which === sn ? list : []),
    onCommand: none,
    onCut: none,
  }
  const alarms = createDeviceAlarms({ world, directory, commands })
  const look = () =>
    alarms
      .touching(leak.startMs - 10 * MINUTE_MS, untilMs, sn)
      .filter(({ type }) => type === 'GasAlarm')
      .sort((a, b) => a.startMs - b.startMs)
  const first = look()
  expect(look()).toEqual(first)
  return first
}
const brief = (alarms: readonly DeviceAlarm[]) =>
  alarms.map(({ alarmSeq, startMs, endMs }) => ({ alarmSeq, startMs, endMs }))
const usual = () => [{ alarmSeq: leak.id, startMs: leak.startMs, endMs: leak.endMs }]
const reading = (atMs: number) =>
  readingsAt(world.air, directory.deviceBySn(sn)!, atMs).find(
    ({ quantity }) => quantity === GASES[leak.gas].quantity,
  )!.value

test('under the levels of the factory a leak is the one alarm that it always was', () => {
  expect(brief(warned([]))).toEqual(usual())
  const other = set(leak.startMs - DAY_MS, 1, { co: { low: 5, high: 9 } })
  expect(brief(warned([other]))).toEqual(usual())
  const same = set(leak.startMs + MINUTE_MS, 1, {})
  expect(brief(warned([same]))).toEqual(usual())
})

test('levels that were set before decide: sooner and longer, low and high apart, or not at all', () => {
  const [low, high, ...more] = warned([set(leak.startMs - DAY_MS, 1, { combustible: { low: 8, high: 20 } })])
  expect(more).toEqual([])
  expect(low).toMatchObject({ alarmSeq: leak.id, subType: 'Combustible' })
  expect(high!.alarmSeq).toMatch(new RegExp(`^${leak.id}-high-\\d+$`))
  expect(low!.startMs).toBeLessThan(leak.startMs)
  expect(low!.endMs).toBeGreaterThan(leak.endMs)
  expect(high!.startMs).toBeGreaterThan(low!.startMs)
  expect(high!.endMs).toBeLessThan(low!.endMs)
  expect([reading(low!.startMs) >= 8, reading(low!.startMs - 5000) < 8]).toEqual([true, true])
  expect([reading(low!.endMs) < 8 * 0.9, reading(low!.endMs - 5000) >= 8 * 0.9]).toEqual([true, true])
  expect([reading(high!.startMs) >= 20, reading(high!.endMs) < 18]).toEqual([true, true])
  expect(warned([set(leak.startMs - DAY_MS, 1, { combustible: { low: 90, high: 95 } })])).toEqual([])
})

test('levels that are set in the middle count from then on', () => {
  const middleMs = Math.floor((leak.startMs + leak.endMs) / 2)
  const raised = set(middleMs, 1, { combustible: { low: 90, high: 95 } })
  expect(brief(warned([raised]))).toEqual([{ ...usual()[0], endMs: middleMs }])
  const lowered = set(middleMs, 1, { combustible: { low: 5, high: 60 } })
  const [first] = warned([lowered])
  expect(first).toMatchObject({ alarmSeq: leak.id, startMs: leak.startMs })
  expect(first!.endMs).toBeGreaterThan(leak.endMs)
  // As they were again: the alarm that had ended is another one now.
  const back = set(middleMs + MINUTE_MS, 2, {})
  expect(brief(warned([raised, back]))).toEqual([
    { ...usual()[0], endMs: middleMs },
    expect.objectContaining({ startMs: middleMs + MINUTE_MS, endMs: leak.endMs }),
  ])
  // A clock that is before the moment knows nothing of it.
  const begun = (alarms: DeviceAlarm[]) =>
    alarms.filter(({ startMs }) => startMs < middleMs).map(({ alarmSeq, startMs }) => [alarmSeq, startMs])
  for (const list of [[raised], [lowered], [raised, back]]) {
    expect(begun(warned(list, middleMs - 1))).toEqual(begun(warned([])))
  }
})
