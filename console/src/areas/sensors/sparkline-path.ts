import type { Samples } from './reading-history.ts'

type Point = { x: number; y: number }

/** Points of a line in a box: times from left to right, values from bottom to top; a level line lies in the middle. */
export function sparklinePoints(samples: Samples, width: number, height: number): Point[] {
  const first = samples[0]
  const last = samples.at(-1)
  if (!first || !last) return []
  const values = samples.map(({ value }) => value)
  const low = Math.min(...values)
  const span = Math.max(...values) - low
  const lengthS = last.atS - first.atS
  return samples.map(({ atS, value }) => ({
    x: lengthS === 0 ? width : ((atS - first.atS) / lengthS) * width,
    y: span === 0 ? height / 2 : height - ((value - low) / span) * height,
  }))
}

/** An SVG path through points, to a tenth of a pixel. */
export function linePath(points: readonly Point[]): string {
  return points.map(({ x, y }, i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
}
