import { distanceM, type LngLat } from './mercator.ts'

/** A point nearer than this to the one before it is not taken (stated). */
const NEAREST_PX = 5

export type RangePoint = { position: LngLat; px: { x: number; y: number } }

/** Whether a click adds a point: inside the view, and not within 5 px of the last (stated). */
export function takesPoint(
  last: RangePoint | undefined,
  px: { x: number; y: number },
  size: { width: number; height: number },
): boolean {
  if (px.x < 0 || px.y < 0 || px.x > size.width || px.y > size.height) return false
  return last === undefined || Math.hypot(px.x - last.px.x, px.y - last.px.y) >= NEAREST_PX
}

/** Length of a way over WGS-84 positions, metres. */
export function lengthM(positions: readonly LngLat[]): number {
  let sum = 0
  for (let i = 1; i < positions.length; i++)
    sum += distanceM(positions[i - 1] as LngLat, positions[i] as LngLat)
  return sum
}

/** Metric text: metres below 1000, kilometres from there (stated). */
export function metricText(metres: number): string {
  if (metres < 1000) return `${Math.round(metres)} m`
  const km = metres / 1000
  return `${km < 10 ? km.toFixed(2) : km < 100 ? km.toFixed(1) : Math.round(km)} km`
}

/** The longest round length (1, 2 or 5 times a power of ten) that fits into `mostPx`. */
export function scaleBar(metresPerPx: number, mostPx: number): { metres: number; px: number } {
  const most = metresPerPx * mostPx
  const power = 10 ** Math.floor(Math.log10(most))
  const step = [5, 2, 1].find((factor) => factor * power <= most) ?? 1
  return { metres: step * power, px: (step * power) / metresPerPx }
}
