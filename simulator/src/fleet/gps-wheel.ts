/**
 * Which devices report their position in a span of time: each has a period of whole seconds and a phase, so that a
 * span holds the devices of a few buckets per period. Nothing is rescheduled; a jump of the clock costs nothing.
 */
import type { FleetProfile } from '@backlot/contract/control/fleet-choices'
import { hash32 } from '../world/hash.ts'
import { TimingWheel } from './timing-wheel.ts'

const STREAM = 941
const GRAIN_MS = 100
/** Reporting periods in seconds; most devices report often enough for a marker to glide. */
const PERIODS_S: Readonly<Record<FleetProfile, readonly number[]>> = {
  normal: [2, 2, 3, 3, 5, 10],
  busy: [1],
  calm: [15, 20, 30, 60],
}
/** Number of parts in which rows take turns when the clock runs fast. */
export const WHEEL_PARTS = 5

/** Buckets of a period in one part; those of the next period follow. */
const RINGS = [...new Set(Object.values(PERIODS_S).flat())].map((periodS) => (periodS * 1000) / GRAIN_MS)
/** Approximate cost of a row whose period was set. */
const SET_BYTES = 96
const FIRST_OF_RING = RINGS.map((_, i) => RINGS.slice(0, i).reduce((sum, length) => sum + length, 0))
const PART_LENGTH = RINGS.reduce((sum, length) => sum + length, 0)

export type GpsWheel = {
  add(row: number, entity: number, profile?: FleetProfile): void
  remove(row: number): void
  /** A row reports every `periodS` whole seconds from now on; undefined: at its own period again. */
  setPeriod(row: number, entity: number, periodS: number | undefined): void
  /** Calls back once for each row of a part that reports in (fromMs, toMs]. */
  forDue(part: number, fromMs: number, toMs: number, due: (row: number) => void): void
  /** The last moment at or before `toMs` when a row reports. */
  lastMoment(row: number, toMs: number): number
  bytes(): number
}

/** How often a device reports its position when nobody set it, in process and over a wire. */
export function gpsPeriodMs(seed: number, entity: number, profile: FleetProfile = 'normal'): number {
  const periods = PERIODS_S[profile]
  return periods[hash32(seed, entity, STREAM, 0) % periods.length]! * 1000
}

/** Offset of its reports of platform time from multiples of its period. */
export function gpsPhaseMs(seed: number, entity: number, periodMs: number): number {
  return ((hash32(seed, entity, STREAM, 0) >>> 8) % (periodMs / GRAIN_MS)) * GRAIN_MS
}

export function createGpsWheel(seed: number, capacity?: number): GpsWheel {
  const wheel = new TimingWheel(PART_LENGTH * WHEEL_PARTS, capacity)
  /** Rows whose period somebody set, by part: few, so they are gone through; `home` is the bucket they came from. */
  const set: Map<number, { length: number; phase: number; home: number }>[] = Array.from(
    { length: WHEEL_PARTS },
    () => new Map(),
  )
  const setOf = (row: number) => set[row % WHEEL_PARTS]!
  return {
    bytes: () => wheel.bytes + SET_BYTES * set.reduce((sum, { size }) => sum + size, 0),
    add(row, entity, profile = 'normal') {
      setOf(row).delete(row)
      const periodMs = gpsPeriodMs(seed, entity, profile)
      const length = periodMs / GRAIN_MS
      const phase = gpsPhaseMs(seed, entity, periodMs) / GRAIN_MS
      wheel.place(row, (row % WHEEL_PARTS) * PART_LENGTH + FIRST_OF_RING[RINGS.indexOf(length)]! + phase)
    },
    remove(row) {
      setOf(row).delete(row)
      wheel.remove(row)
    },
    setPeriod(row, entity, periodS) {
      const before = setOf(row).get(row)
      const length = periodS === undefined ? undefined : (periodS * 1000) / GRAIN_MS
      if (before?.length === length) return
      const home = before?.home ?? wheel.bucketOf(row)
      if (length === undefined) {
        setOf(row).delete(row)
        wheel.place(row, home)
      } else {
        wheel.remove(row)
        const phase = gpsPhaseMs(seed, entity, length * GRAIN_MS) / GRAIN_MS
        setOf(row).set(row, { length, phase, home })
      }
    },
    forDue(part, fromMs, toMs, due) {
      const first = Math.floor(fromMs / GRAIN_MS) + 1
      const last = Math.floor(toMs / GRAIN_MS)
      RINGS.forEach((length, ring) => {
        const base = part * PART_LENGTH + FIRST_OF_RING[ring]!
        for (let grain = Math.max(first, last - length + 1); grain <= last; grain++) {
          wheel.forEach(base + floorMod(grain, length), due)
        }
      })
      for (const [row, { length, phase }] of set[part]!) {
        if (lastGrain(last, length, phase) >= first) due(row)
      }
    },
    lastMoment(row, toMs) {
      const last = Math.floor(toMs / GRAIN_MS)
      const own = setOf(row).get(row)
      if (own) return lastGrain(last, own.length, own.phase) * GRAIN_MS
      const place = wheel.bucketOf(row) % PART_LENGTH
      let ring = RINGS.length - 1
      while (FIRST_OF_RING[ring]! > place) ring--
      return lastGrain(last, RINGS[ring]!, place - FIRST_OF_RING[ring]!) * GRAIN_MS
    },
  }
}

/** The last grain up to `last` that is `phase` past a multiple of `length`. */
function lastGrain(last: number, length: number, phase: number): number {
  return last - floorMod(last - phase, length)
}

function floorMod(value: number, length: number): number {
  return ((value % length) + length) % length
}
