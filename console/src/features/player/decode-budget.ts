/** Frames that a video element decoded and dropped since it was made (getVideoPlaybackQuality). */
export type FrameCounts = { total: number; dropped: number }

/** Frames are judged over stretches of this length. */
export const BUDGET_WINDOW_MS = 4_000
/** More than this part dropped, in two stretches in a row, is more than the machine can decode. */
const BUDGET_DROPPED_PART = 0.08

/**
 * Notices that the machine cannot decode a main stream in time, so that the player switches to the sub-stream before
 * pictures tear. Pure; the owner passes the time.
 */
export class DecodeBudget {
  #since: { at: number; counts: FrameCounts } | undefined
  #badStretches = 0

  /** Discards the past (a new player, a page that was hidden). */
  reset(): void {
    this.#since = undefined
    this.#badStretches = 0
  }

  /** Takes the present counts; true when the sub-stream is due. */
  sample(nowMs: number, counts: FrameCounts): boolean {
    const { at, counts: before } = this.#since ?? { at: nowMs, counts }
    if (!this.#since || counts.total < before.total) {
      this.#since = { at: nowMs, counts }
      return false
    }
    if (nowMs - at < BUDGET_WINDOW_MS) return false
    this.#since = { at: nowMs, counts }
    const total = counts.total - before.total
    const bad = total > 0 && (counts.dropped - before.dropped) / total > BUDGET_DROPPED_PART
    this.#badStretches = bad ? this.#badStretches + 1 : 0
    return this.#badStretches >= 2
  }
}
