/**
 * Which devices report their position in a span of time: each has a period of whole seconds and a phase, so that a
 * span holds the devices of a few buckets per period. Nothing is rescheduled; a jump of the clock costs nothing.
 */
import { hash32 } from '../world/hash.ts'

const STREAM = 941
const GRAIN_MS = 100
/** Reporting periods in seconds; most devices report often enough for a marker to glide. */
const PERIODS_S = [2, 2, 3, 3, 5, 10] as const

export type GpsWheel = {
  add(slot: number, entity: number): void
  remove(slot: number): void
  /** Calls back once for each device that reports in (fromMs, toMs], with its last moment in there. */
  forDue(fromMs: number, toMs: number, report: (slot: number, atMs: number) => void): void
}

export function createGpsWheel(seed: number): GpsWheel {
  const wheels = new Map<number, Set<number>[]>()
  const places = new Map<number, Set<number>>()
  return {
    add(slot, entity) {
      const draw = hash32(seed, entity, STREAM, 0)
      const buckets = (PERIODS_S[draw % PERIODS_S.length]! * 1000) / GRAIN_MS
      let wheel = wheels.get(buckets)
      if (!wheel) {
        wheel = Array.from({ length: buckets }, () => new Set<number>())
        wheels.set(buckets, wheel)
      }
      const bucket = wheel[(draw >>> 8) % buckets]!
      bucket.add(slot)
      places.set(slot, bucket)
    },
    remove(slot) {
      places.get(slot)?.delete(slot)
      places.delete(slot)
    },
    forDue(fromMs, toMs, report) {
      const first = Math.floor(fromMs / GRAIN_MS) + 1
      const last = Math.floor(toMs / GRAIN_MS)
      for (const [buckets, wheel] of wheels) {
        for (let grain = Math.max(first, last - buckets + 1); grain <= last; grain++) {
          const bucket = ((grain % buckets) + buckets) % buckets
          for (const slot of wheel[bucket]!) report(slot, grain * GRAIN_MS)
        }
      }
    },
  }
}
