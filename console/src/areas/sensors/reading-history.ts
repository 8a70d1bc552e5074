import type { SensorReading } from '@backlot/contract/devices/calls'

/** Values of one quantity in the order of their times (seconds). */
export type Samples = readonly { atS: number; value: number }[]
/** Samples by the quantity's code. */
export type ReadingHistory = ReadonlyMap<string, Samples>

/** At a value a minute: eight hours. */
const SAMPLES_MOST = 480

/** Merges an answer into earlier readings: each time once, and none later than it after a clock that went back. */
export function appendReadings(before: ReadingHistory, list: readonly SensorReading[]): ReadingHistory {
  const after = new Map(before)
  for (const { code, D, V } of list) {
    const earlier = (before.get(code) ?? []).filter(({ atS }) => atS < D)
    after.set(code, [...earlier, { atS: D, value: V }].slice(-SAMPLES_MOST))
  }
  return after
}

/** Joins the readings from before the screen was opened with those that came since. */
export function joinCourses(before: ReadingHistory, since: ReadingHistory): ReadingHistory {
  const joined = new Map(before)
  for (const [code, samples] of since) {
    const first = samples[0]?.atS ?? Number.POSITIVE_INFINITY
    joined.set(code, [...(before.get(code) ?? []).filter(({ atS }) => atS < first), ...samples])
  }
  return joined
}

/** Lowest and highest value; undefined without any. */
export function rangeOf(samples: Samples): { low: number; high: number } | undefined {
  if (samples.length === 0) return undefined
  const values = samples.map(({ value }) => value)
  return { low: Math.min(...values), high: Math.max(...values) }
}

/** Degrees as an unbroken course: a turn from 359 to 1 is two degrees, not 358. */
export function unwrapped(samples: Samples): Samples {
  let turned = 0
  return samples.map(({ atS, value }, i) => {
    const step = i === 0 ? 0 : value - samples[i - 1]!.value
    if (step > 180) turned -= 360
    else if (step < -180) turned += 360
    return { atS, value: value + turned }
  })
}
