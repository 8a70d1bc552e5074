import type { Span, Track } from './track.ts'
import { nearMetres } from './track-mileage.ts'

/** A stay at one place. */
export type Stop = Span & { longitude: number; latitude: number; index: number }

/** Shorter stays are traffic. */
const STOP_AFTER_MS = 3 * 60_000
/** Size of a place; the error of a receiver fits into it. */
const PLACE_M = 40
/** Stays that follow each other this soon, and this near, are one. */
const SAME_STAY_MS = 60_000
const SAME_STAY_M = 100

/**
 * Stays of a track: positions that keep within some metres of where they began, for three minutes or more. A gap
 * belongs to a stay when the device is in the same place before and after it.
 */
export function stopsOf(track: Track, afterMs = STOP_AFTER_MS): Stop[] {
  const { timeMs, longitude, latitude } = track
  const stops: Stop[] = []
  for (let from = 0; from < timeMs.length; ) {
    let to = from + 1
    while (to < timeMs.length && isNear(track, from, to)) to++
    const fromMs = timeMs[from]!
    const toMs = timeMs[to - 1]!
    if (toMs - fromMs >= afterMs) {
      const middle = (from + to - 1) >> 1
      add(stops, { fromMs, toMs, longitude: longitude[middle]!, latitude: latitude[middle]!, index: from })
      from = to
    } else from++
  }
  return stops
}

function add(stops: Stop[], next: Stop): void {
  const last = stops.at(-1)
  const isSame =
    last !== undefined &&
    next.fromMs - last.toMs <= SAME_STAY_MS &&
    nearMetres(last.longitude, last.latitude, next.longitude, next.latitude) <= SAME_STAY_M
  if (isSame) last.toMs = next.toMs
  else stops.push(next)
}

function isNear({ longitude, latitude }: Track, a: number, b: number): boolean {
  return nearMetres(longitude[a]!, latitude[a]!, longitude[b]!, latitude[b]!) <= PLACE_M
}
