import type { StreamType } from '@backlot/contract/live-video/calls'
import type { WindowGrid } from './window-grid.ts'

/** Main streams that a wall of many windows plays at once; the others are demoted to the sub-stream. */
export const MAINS_MOST = 4
/** Time for which a main stream that this machine could not decode counts against the wall. */
export const TROUBLE_MS = 5 * 60_000

/**
 * Number of main streams that there is room for, judged by recent failures of the machine. Pure; the owner passes the
 * time.
 */
export class DecodeRoom {
  #troubles: number[] = []

  /** A player gave its main stream up. */
  trouble(nowMs: number): void {
    this.#troubles.push(nowMs)
  }

  mains(nowMs: number): number {
    this.#troubles = this.#troubles.filter((atMs) => nowMs - atMs < TROUBLE_MS)
    return Math.max(0, MAINS_MOST - this.#troubles.length)
  }
}

/**
 * The stream that each window plays, by its number: the one it wishes, as far as `mains` reach. The only window in
 * sight (maximised, or alone in its layout) has the main stream unless it wishes the sub-stream.
 */
export function streamsOf(grid: WindowGrid, mains: number): StreamType[] {
  const only = grid.maximised ?? (grid.layout === 1 ? 0 : undefined)
  let left = mains
  return grid.windows.map(({ id, place, streamType }) => {
    if (streamType === 'sub') return 'sub'
    if (id === only) return 'main'
    if (streamType === 'auto' || !place || id >= grid.layout || left <= 0) return 'sub'
    left -= 1
    return 'main'
  })
}
