import type { Samples } from './reading-history.ts'

type Point = { x: number; y: number }

/**
 * Points of a line in a box: times from left to right, values from bottom to top, their middle in the middle. The box
 * is at least `leastSpan` (above 0) of the quantity high, so that the noise of the last decimal stays small.
 */
export function sparklinePoints(
  samples: Samples,
  box: { width: number; height: number; leastSpan: number },
): Point[] {
  const { width, height, leastSpan } = box
  const first = samples[0]
  const last = samples.at(-1)
  if (!first || !last) return []
  const values = samples.map(({ value }) => value)
  const lowest = Math.min(...values)
  const highest = Math.max(...values)
  const span = Math.max(highest - lowest, leastSpan)
  const low = (lowest + highest - span) / 2
  const lengthS = last.atS - first.atS
  return samples.map(({ atS, value }) => ({
    x: lengthS === 0 ? width : ((atS - first.atS) / lengthS) * width,
    y: height - ((value - low) / span) * height,
  }))
}

/** An SVG path through points, to a tenth of a pixel. */
export function linePath(points: readonly Point[]): string {
  return points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
}
