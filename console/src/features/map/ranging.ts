import { distanceM, type LngLat } from './mercator.ts'

/** A point nearer than this to the one before it is not taken (stated). */
const NEAREST_PX = 5

type Pixel = { x: number; y: number }

/** Whether a click adds a point: inside the view, and not within 5 px of where the last one is now (stated). */
export function takesPoint(
  last: Pixel | undefined,
  px: Pixel,
  size: { width: number; height: number },
): boolean {
  if (px.x < 0 || px.y < 0 || px.x > size.width || px.y > size.height) return false
  return last === undefined || Math.hypot(px.x - last.x, px.y - last.y) >= NEAREST_PX
}

/** A way that is measured; `ended`: by a double click or right click, and the next click begins another. */
type Measurement = { points: readonly LngLat[]; ended: boolean }

export const NO_MEASUREMENT: Measurement = { points: [], ended: false }

/** The measurement after a click; `lastPx` is where its last point is now. */
export function withClick(
  { points, ended }: Measurement,
  at: { position: LngLat; pixel: Pixel },
  lastPx: Pixel | undefined,
  size: { width: number; height: number },
): Measurement {
  if (ended)
    return takesPoint(undefined, at.pixel, size) ? { points: [at.position], ended: false } : { points, ended }
  return takesPoint(lastPx, at.pixel, size) ? { points: [...points, at.position], ended } : { points, ended }
}

/** The measurement after a double click or right click. One point alone is no way: it is dropped. */
export const withEnd = ({ points }: Measurement): Measurement =>
  points.length > 1 ? { points, ended: true } : NO_MEASUREMENT

/** Length of a way over WGS-84 positions, metres. */
export function lengthM(positions: readonly LngLat[]): number {
  let sum = 0
  for (let i = 1; i < positions.length; i++)
    sum += distanceM(positions[i - 1] as LngLat, positions[i] as LngLat)
  return sum
}
