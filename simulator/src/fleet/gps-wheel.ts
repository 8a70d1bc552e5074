/**
 * Which devices report their position in a span of time: each has a period of whole seconds and a phase, so that a
 * span holds the devices of a few buckets per period. Nothing is rescheduled; a jump of the clock costs nothing.
 */
import type { FleetProfile } from '@backlot/contract/control/fleet-spec'
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
/** Rows take turns in so many parts when the clock runs fast. */
export const WHEEL_PARTS = 5

/** Buckets of a period in one part; those of the next period follow. */
const RINGS = [...new Set(Object.values(PERIODS_S).flat())].map((periodS) => (periodS * 1000) / GRAIN_MS)
const FIRST_OF_RING = RINGS.map((_, i) => RINGS.slice(0, i).reduce((sum, length) => sum + length, 0))
const PART_LENGTH = RINGS.reduce((sum, length) => sum + length, 0)

export type GpsWheel = {
  add(row: number, entity: number, profile?: FleetProfile): void
  remove(row: number): void
  /** Calls back once for each row of a part that reports in (fromMs, toMs]. */
  forDue(part: number, fromMs: number, toMs: number, due: (row: number) => void): void
  /** The last moment at or before `toMs` when a row reports. */
  lastMoment(row: number, toMs: number): number
  bytes(): number
}

export function createGpsWheel(seed: number, capacity?: number): GpsWheel {
  const wheel = new TimingWheel(PART_LENGTH * WHEEL_PARTS, capacity)
  return {
    bytes: () => wheel.bytes,
    add(row, entity, profile = 'normal') {
      const draw = hash32(seed, entity, STREAM, 0)
      const periods = PERIODS_S[profile]
      const length = (periods[draw % periods.length]! * 1000) / GRAIN_MS
      const phase = (draw >>> 8) % length
      wheel.place(row, (row % WHEEL_PARTS) * PART_LENGTH + FIRST_OF_RING[RINGS.indexOf(length)]! + phase)
    },
    remove: (row) => wheel.remove(row),
    forDue(part, fromMs, toMs, due) {
      const first = Math.floor(fromMs / GRAIN_MS) + 1
      const last = Math.floor(toMs / GRAIN_MS)
      RINGS.forEach((length, ring) => {
        const base = part * PART_LENGTH + FIRST_OF_RING[ring]!
        for (let grain = Math.max(first, last - length + 1); grain <= last; grain++) {
          wheel.forEach(base + floorMod(grain, length), due)
        }
      })
    },
    lastMoment(row, toMs) {
      const place = wheel.bucketOf(row) % PART_LENGTH
      let ring = RINGS.length - 1
      while (FIRST_OF_RING[ring]! > place) ring--
      const last = Math.floor(toMs / GRAIN_MS)
      return (last - floorMod(last - (place - FIRST_OF_RING[ring]!), RINGS[ring]!)) * GRAIN_MS
    },
  }
}

function floorMod(value: number, length: number): number {
  return ((value % length) + length) % length
}
