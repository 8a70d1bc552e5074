/**
 * Lets devices come, go and move as platform time passes: their states in columns, one wheel for their reports and one
 * for their next change of connectivity. Called with moments and spans, it answers changes; it has no timer, no clock
 * and no directory, so it runs in any thread, and a fleet may be split among several.
 */
import { FLEET_PROFILES } from '@backlot/contract/control/fleet-choices'
import type { DeviceCommand } from '../devices/commands.ts'
import { nextOnlineChange, onlineAt } from '../devices/connectivity.ts'
import { gpsReportAt } from '../devices/gps-fix.ts'
import { keepsReportsBack, lastHeardMs } from '../devices/last-heard.ts'
import { changesPositionSeconds, positionSecondsAt } from '../devices/power-mode.ts'
import { isSilentAt } from '../devices/silence.ts'
import { radioDelayMs } from '../devices/weak-radio.ts'
import { noPlace } from '../world/traffic/no-place.ts'
import type { MovingPlace } from '../world/types.ts'
import { type EngineReport, type EngineRows, type Fix, ReportWriter } from './engine-report.ts'
import { createGpsWheel, WHEEL_PARTS } from './gps-wheel.ts'
import { TimingWheel } from './timing-wheel.ts'

export type EngineDeps = {
  seed: number
  /** Place of a vehicle of the traffic. */
  placeInto(index: number, epochMs: number, out: MovingPlace): void
  /** Commands to the device in a slot, in log order. */
  commandsOf(slot: number): readonly DeviceCommand[]
}

export type FleetEngine = {
  /** Takes devices in; answers their states at a moment and the last positions of those that move. */
  add(rows: EngineRows, atMs: number): EngineReport
  remove(slots: Iterable<number>): void
  /** Works everything out at a moment: after a jump of the clock. */
  reset(atMs: number): EngineReport
  /**
   * Lets time pass up to `toMs`. Backwards or over more than six hours it resets. `inTurns`: of a device that reports
   * more often, only every fifth call has its newest report (a clock that runs fast).
   */
  step(toMs: number, options?: { inTurns?: boolean; wants?: (slot: number) => boolean }): EngineReport
  /** Last positions at a moment, of those that move. */
  locate(slots: Iterable<number>, atMs: number): EngineReport
  /** Looks at a device again after a command to it. */
  recheck(slots: Iterable<number>, atMs: number): EngineReport
  /** Bytes held for devices. */
  bytes(): number
}

const MINUTE_MS = 60_000
/** Changes of connectivity are looked for this far ahead, then again. */
const HORIZON_MS = 6 * 3_600_000
/** Minutes of the ring: more than the horizon has. */
const RING_MINUTES = 512
const KNOWN = 1
const NOWHERE: Fix = { longitude: 0, latitude: 0, timeMs: 0, speedKmh: 0, directionDeg: 0 }
const ONLINE = 2

export function createFleetEngine({ seed, placeInto, commandsOf }: EngineDeps): FleetEngine {
  const reports = createGpsWheel(seed)
  const changes = new TimingWheel(RING_MINUTES)
  const writer = new ReportWriter()
  let columns = emptyColumns(1024)
  let limit = 0
  let nowMs = Number.NaN
  let turn = 0
  /** Up to where each part of the wheel has reported. */
  const reachedMs = new Float64Array(WHEEL_PARTS)
  /** Slots whose connectivity changed within the step. */
  const changed = new Set<number>()
  const place = noPlace()
  const fix: Fix = { longitude: 0, latitude: 0, timeMs: 0, speedKmh: 0, directionDeg: 0 }
  let vehicle = 0
  const trueAt = (epochMs: number) => {
    placeInto(vehicle, epochMs, place)
    return place
  }

  /** Checks the connectivity of a slot at a moment; reports a change, or `always`. */
  function look(slot: number, atMs: number, always: boolean): void {
    const entity = columns.entity[slot]!
    const horizon = atMs + HORIZON_MS
    const commands = commandsOf(slot)
    const online = onlineAt(seed, entity, atMs, commands)
    const changeMs = nextOnlineChange(seed, entity, atMs, horizon, commands) ?? horizon
    const due = Math.min(changeMs, setPeriod(slot, atMs))
    columns.dueMs[slot] = due
    changes.place(slot, Math.floor(due / MINUTE_MS) % RING_MINUTES)
    const flags = KNOWN | (online ? ONLINE : 0)
    if (always || columns.flags[slot] !== flags) writer.online(slot, online)
    columns.flags[slot] = flags
  }

  /** Gives a moving device the period that was set for it by a moment; answers when the next setting comes. */
  function setPeriod(slot: number, atMs: number): number {
    const commands = commandsOf(slot)
    let nextMs = Number.POSITIVE_INFINITY
    if (columns.traffic[slot]! < 0) return nextMs
    for (const command of commands) {
      if (command.atMs <= atMs || !changesPositionSeconds(command)) continue
      nextMs = command.atMs
      break
    }
    const periodS = Math.round(positionSecondsAt(commands, atMs, 0))
    reports.setPeriod(slot, columns.entity[slot]!, periodS === 0 ? undefined : periodS)
    return nextMs
  }

  /** The report of a moment, in `fix`. */
  function fixAt(slot: number, heardMs: number): void {
    vehicle = columns.traffic[slot]!
    const report = gpsReportAt(seed, columns.entity[slot]!, heardMs, trueAt, commandsOf(slot))
    fix.longitude = report.longitude
    fix.latitude = report.latitude
    fix.timeMs = report.fixedAtMs
    fix.speedKmh = report.speedKmh
    fix.directionDeg = report.directionDeg
  }

  /** The last position a device reported by a moment, if it moves and was ever heard of. */
  function locateOne(slot: number, atMs: number): void {
    if (columns.traffic[slot]! < 0) return
    const heardMs = lastHeardMs(seed, columns.entity[slot]!, atMs, commandsOf(slot))
    if (heardMs === undefined) {
      // Before it was ever heard of it has no place: the clock went back.
      if (!Number.isNaN(columns.fixedMs[slot]!)) writer.fix(slot, NOWHERE)
      columns.fixedMs[slot] = Number.NaN
      return
    }
    fixAt(slot, heardMs)
    columns.fixedMs[slot] = fix.timeMs
    writer.fix(slot, fix)
  }

  function reportOne(slot: number, toMs: number): void {
    const momentMs = reports.lastMoment(slot, toMs)
    const online = changed.has(slot)
      ? onlineAt(seed, columns.entity[slot]!, momentMs, commandsOf(slot))
      : (columns.flags[slot]! & ONLINE) !== 0
    if (!online) return
    const entity = columns.entity[slot]!
    const commands = commandsOf(slot)
    if (isSilentAt(commands, momentMs)) return
    // A late report only belongs to the track; by then newer positions are there.
    if (radioDelayMs(seed, entity, momentMs, commands) > 0) return
    // Of delayed reports the newest known one came with the last batch.
    const heardMs = keepsReportsBack(seed, entity, momentMs, commands)
      ? lastHeardMs(seed, entity, momentMs, commands)
      : momentMs
    if (heardMs === undefined) return
    fixAt(slot, heardMs)
    // Without satellites the last fix holds: nothing new to report.
    if (fix.timeMs === columns.fixedMs[slot]) return
    columns.fixedMs[slot] = fix.timeMs
    writer.fix(slot, fix)
  }

  function isKnown(slot: number): boolean {
    return slot < limit && (columns.flags[slot]! & KNOWN) !== 0
  }

  function reset(atMs: number): EngineReport {
    nowMs = atMs
    reachedMs.fill(atMs)
    for (let slot = 0; slot < limit; slot++) {
      if (!isKnown(slot)) continue
      look(slot, atMs, true)
      locateOne(slot, atMs)
    }
    return writer.take(atMs)
  }

  return {
    reset,
    bytes: () =>
      reports.bytes() +
      changes.bytes +
      Object.values(columns).reduce((sum, { byteLength }) => sum + byteLength, 0),
    add(rows, atMs) {
      if (Number.isNaN(nowMs)) {
        nowMs = atMs
        reachedMs.fill(atMs)
      }
      rows.slots.forEach((slot, i) => {
        if (slot >= columns.flags.length) columns = grown(columns, slot + 1)
        limit = Math.max(limit, slot + 1)
        columns.entity[slot] = rows.entities[i]!
        columns.traffic[slot] = rows.traffic[i]!
        columns.fixedMs[slot] = Number.NaN
        columns.flags[slot] = KNOWN
        if (rows.traffic[i]! >= 0) reports.add(slot, rows.entities[i]!, FLEET_PROFILES[rows.profiles[i]!])
        look(slot, nowMs, true)
        locateOne(slot, nowMs)
      })
      return writer.take(nowMs)
    },
    remove(slots) {
      for (const slot of slots) {
        if (!isKnown(slot)) continue
        reports.remove(slot)
        changes.remove(slot)
        columns.flags[slot] = 0
      }
    },
    step(toMs, { inTurns = false, wants } = {}) {
      if (Number.isNaN(nowMs) || toMs < nowMs || toMs - nowMs > HORIZON_MS) return reset(toMs)
      const due: number[] = []
      for (let minute = Math.floor(nowMs / MINUTE_MS); minute * MINUTE_MS <= toMs; minute++) {
        changes.forEach(minute % RING_MINUTES, (slot) => {
          if (columns.dueMs[slot]! <= toMs) due.push(slot)
        })
      }
      for (const slot of Uint32Array.from(due).sort()) {
        look(slot, toMs, false)
        changed.add(slot)
      }
      nowMs = toMs
      turn = (turn + 1) % WHEEL_PARTS
      due.length = 0
      for (let part = 0; part < WHEEL_PARTS; part++) {
        if (inTurns && part !== turn) continue
        reports.forDue(part, reachedMs[part]!, toMs, (slot) => {
          if (!wants || wants(slot)) due.push(slot)
        })
        reachedMs[part] = toMs
      }
      for (const slot of Uint32Array.from(due).sort()) reportOne(slot, toMs)
      changed.clear()
      return writer.take(toMs)
    },
    locate(slots, atMs) {
      for (const slot of slots) if (isKnown(slot)) locateOne(slot, atMs)
      return writer.take(atMs)
    },
    recheck(slots, atMs) {
      for (const slot of slots) if (isKnown(slot)) look(slot, atMs, false)
      return writer.take(atMs)
    },
  }
}

type Columns = {
  flags: Uint8Array
  entity: Uint32Array
  traffic: Int32Array
  dueMs: Float64Array
  /** Of the last published fix. */
  fixedMs: Float64Array
}

function emptyColumns(capacity: number): Columns {
  return {
    flags: new Uint8Array(capacity),
    entity: new Uint32Array(capacity),
    traffic: new Int32Array(capacity),
    dueMs: new Float64Array(capacity),
    fixedMs: new Float64Array(capacity),
  }
}

function grown(columns: Columns, least: number): Columns {
  const wider = emptyColumns(Math.max(least, columns.flags.length * 2))
  for (const key of Object.keys(wider) as (keyof Columns)[]) wider[key].set(columns[key])
  return wider
}
