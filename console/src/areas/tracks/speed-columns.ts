import { indexAt, type Span, type Track } from './track.ts'

/** Least and greatest speed of a pixel column. */
export type Column = { min: number; max: number }

/**
 * Speeds by pixel column: 86,400 positions condensed to a thousand pixels. Columns between two positions hold the range
 * between their speeds; those of a gap hold nothing.
 */
export function speedColumns(track: Track, view: Span, columns: number): (Column | undefined)[] {
  const { timeMs, speedKmh, afterGap } = track
  const list: (Column | undefined)[] = new Array(columns).fill(undefined)
  const scale = columns / Math.max(1, view.toMs - view.fromMs)
  const put = (at: number, speed: number) => {
    if (at < 0 || at >= columns) return
    const column = list[at]
    if (!column) list[at] = { min: speed, max: speed }
    else if (speed < column.min) column.min = speed
    else if (speed > column.max) column.max = speed
  }
  const first = Math.max(0, indexAt(timeMs, view.fromMs))
  let before = Number.NaN
  for (let i = first; i < timeMs.length; i++) {
    const at = Math.floor((timeMs[i]! - view.fromMs) * scale)
    if (i > first && afterGap[i] === 0) {
      for (let k = Math.max(0, before + 1); k < Math.min(at, columns); k++) {
        const share = (k - before) / (at - before)
        put(k, speedKmh[i - 1]! + (speedKmh[i]! - speedKmh[i - 1]!) * share)
      }
    }
    put(timeMs[i] === view.toMs ? columns - 1 : at, speedKmh[i]!)
    if (at >= columns) break
    before = at
  }
  return list
}
