/** Decoding times of pictures that come in decoding order with the times at which they are shown, as over RTP. */

/** Pictures that are sent before others which are shown earlier: more are in no camera's stream. */
const DEPTH_MOST = 4

/**
 * Answers for each picture's time its decoding time, which never goes back, and how much later it is shown. Without
 * bidirectional pictures both are the same; with them it takes a few pictures until it is known how many to look back.
 */
export function createDecodeTimes(): (shownMs: number) => { decodedMs: number; compositionMs: number } {
  let recent: number[] = []
  let depth = 0
  let last: number | undefined
  return (shownMs) => {
    // A jump back is a new beginning.
    if (last !== undefined && shownMs < last - 2000) {
      recent = []
      last = undefined
    }
    depth = Math.min(DEPTH_MOST, Math.max(depth, recent.filter((ms) => ms > shownMs).length))
    recent = [...recent, shownMs].sort((one, other) => one - other).slice(-DEPTH_MOST - 1)
    const usual = recent.length > depth ? recent.at(-1 - depth)! : shownMs
    const decodedMs = last === undefined ? usual : Math.max(usual, last + 1)
    last = decodedMs
    return { decodedMs, compositionMs: Math.max(0, shownMs - decodedMs) }
  }
}
