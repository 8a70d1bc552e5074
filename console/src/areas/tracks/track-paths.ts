import type { MapTheme } from '../../features/map/marker-look.ts'
import { WORLD_PX } from '../../features/map/mercator.ts'
import type { DrawnTrack } from './drawn-track.ts'
import { SPEED_CLASSES, speedClass } from './speed-classes.ts'
import { stretchesOf } from './track-files.ts'

/** Paths as deck.gl takes them: vertices of all paths one after the other, in display degrees. */
export type Paths = {
  length: number
  startIndices: Uint32Array
  positions: Float64Array
  /** Four bytes for each vertex: the colour of the leg that begins there. */
  colours: Uint8Array
}

/** Most deviation of a line at the nearest zoom of its drawing. */
const TOLERANCE_PX = 0.5
/** Longest leg, so that the speed of each place shows. */
const LEG_PX = 14
const DASH_PX = 9
/** Dashes of one gap. */
const DASHES_MOST = 600

/** The coloured paths of a track for a map at `zoom` and a little nearer: as many vertices as can be seen. */
export function speedPaths(
  { track, display, plane, weights }: DrawnTrack,
  zoom: number,
  theme: MapTheme,
): Paths {
  const px = 1 / (WORLD_PX * 2 ** zoom)
  const kept: number[] = []
  const starts: number[] = []
  const stretches = stretchesOf(track)
  for (const [from, to] of stretches) {
    starts.push(kept.length)
    keepVisible(plane, weights, from, to, px, kept)
  }
  const count = kept.length
  const positions = new Float64Array(count * 2)
  const colours = new Uint8Array(count * 4)
  for (let k = 0; k < count; k++) {
    const index = kept[k]!
    positions[k * 2] = display[index * 2]!
    positions[k * 2 + 1] = display[index * 2 + 1]!
    const [r, g, b] = SPEED_CLASSES[legClass(track.speedKmh, index, kept[k + 1] ?? index)]![theme]
    colours.set([r, g, b, 255], k * 4)
  }
  return { length: starts.length, startIndices: Uint32Array.from([...starts, count]), positions, colours }
}

function keepVisible(
  plane: Float64Array,
  weights: Float64Array,
  from: number,
  to: number,
  px: number,
  kept: number[],
): void {
  let alongPx = 0
  for (let i = from; i < to; i++) {
    if (i > from) {
      const dx = plane[i * 2]! - plane[i * 2 - 2]!
      const dy = plane[i * 2 + 1]! - plane[i * 2 - 1]!
      alongPx += Math.hypot(dx, dy) / px
    }
    const isEnd = i === from || i === to - 1
    if (!isEnd && weights[i]! < TOLERANCE_PX * px && alongPx < LEG_PX) continue
    kept.push(i)
    alongPx = 0
  }
  // A line has two ends.
  if (to - from === 1) kept.push(from)
}

/** Class of a leg: that of the mean of its speeds. */
function legClass(speedKmh: Float32Array, from: number, to: number): number {
  let sum = 0
  for (let i = from; i <= to; i++) sum += speedKmh[i]!
  return speedClass(sum / (Math.max(from, to) - from + 1))
}

/** Straight dashed lines over the gaps of a track. */
export function gapDashes({ track, plane, display }: DrawnTrack, zoom: number): Omit<Paths, 'colours'> {
  const px = 1 / (WORLD_PX * 2 ** zoom)
  const list: number[] = []
  for (let i = 1; i < track.timeMs.length; i++) {
    if (track.afterGap[i] === 0) continue
    const lengthPx = Math.hypot(plane[i * 2]! - plane[i * 2 - 2]!, plane[i * 2 + 1]! - plane[i * 2 - 1]!) / px
    const dashes = Math.min(DASHES_MOST, Math.ceil(lengthPx / (2 * DASH_PX)))
    const at = (share: number) => {
      for (const k of [0, 1]) {
        const start = display[(i - 1) * 2 + k]!
        list.push(start + (display[i * 2 + k]! - start) * share)
      }
    }
    for (let dash = 0; dash < dashes; dash++) {
      at((dash + 0.25) / dashes)
      at((dash + 0.75) / dashes)
    }
  }
  const length = list.length / 4
  return {
    length,
    startIndices: Uint32Array.from({ length: length + 1 }, (_, i) => i * 2),
    positions: Float64Array.from(list),
  }
}
