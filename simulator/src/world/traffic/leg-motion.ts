/**
 * Motion along one leg (one edge of a loop): speed up from the entry speed to a peak, hold it, slow down to the exit
 * speed, stop for the dwell. Speeds in m/s; acceleration and braking are the same.
 */
const ACCELERATION_MS2 = 1.6

export type LegMotion = { lengthM: number; entryMs: number; peakMs: number; exitMs: number }

/** Highest speed that can be reached between two speeds over a length, at most `cruiseMs`. */
export function peakSpeed(lengthM: number, entryMs: number, exitMs: number, cruiseMs: number): number {
  const reachable = Math.sqrt((entryMs * entryMs + exitMs * exitMs) / 2 + ACCELERATION_MS2 * lengthM)
  return Math.max(entryMs, exitMs, Math.min(cruiseMs, reachable))
}

/** Highest entry speed from which `exitMs` can be braked to over a length. */
export function brakeable(exitMs: number, lengthM: number): number {
  return Math.sqrt(exitMs * exitMs + 2 * ACCELERATION_MS2 * lengthM)
}

/** Seconds in motion on the leg (dwell not counted). */
export function motionSeconds(leg: LegMotion): number {
  const { peakMs } = leg
  const up = (peakMs - leg.entryMs) / ACCELERATION_MS2
  const down = (peakMs - leg.exitMs) / ACCELERATION_MS2
  const rampsM = ((leg.entryMs + peakMs) / 2) * up + ((leg.exitMs + peakMs) / 2) * down
  return up + down + Math.max(0, leg.lengthM - rampsM) / peakMs
}

/** Distance covered and speed `seconds` after entering, into `out`; at rest at the end afterwards. */
export function motionInto(
  leg: LegMotion,
  seconds: number,
  out: { distanceM: number; speedMs: number },
): void {
  const total = motionSeconds(leg)
  if (seconds >= total) {
    out.distanceM = leg.lengthM
    out.speedMs = leg.exitMs
    return
  }
  const up = (leg.peakMs - leg.entryMs) / ACCELERATION_MS2
  if (seconds <= up) {
    out.distanceM = seconds * (leg.entryMs + (ACCELERATION_MS2 * seconds) / 2)
    out.speedMs = leg.entryMs + ACCELERATION_MS2 * seconds
    return
  }
  const left = total - seconds
  const down = (leg.peakMs - leg.exitMs) / ACCELERATION_MS2
  if (left <= down) {
    out.distanceM = leg.lengthM - left * (leg.exitMs + (ACCELERATION_MS2 * left) / 2)
    out.speedMs = leg.exitMs + ACCELERATION_MS2 * left
    return
  }
  out.distanceM = ((leg.entryMs + leg.peakMs) / 2) * up + (seconds - up) * leg.peakMs
  out.speedMs = leg.peakMs
}
