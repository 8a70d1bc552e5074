/** Shows when the GPU has drawn a frame. */
export type FrameFence = {
  isPassed(): boolean
  /** Nobody asks any more. */
  drop(): void
}

/** Frames that nobody waits for come this far apart, ms: with a GPU that keeps up, with one that is behind, or far behind. */
export const PACES_MS = [100, 200, 500] as const
/** A GPU that takes more than this share of the pace for a frame is behind. */
const BEHIND_SHARE = 0.5
/** It keeps up again when it takes less than this share of the next faster pace: well below, so that paces do not alternate. */
const AHEAD_SHARE = 0.33
/** Frames drawn at a pace before it becomes faster. */
const CALM_FRAMES = 8
/** Weight of the newest frame in the mean time of frames: one slow frame alone changes no pace, two do. */
const NEWEST_WEIGHT = 0.25
/** A fence that has not passed after this long, ms, is taken for lost. */
const LOST_MS = 5000

/**
 * Keeps drawing within the GPU's capacity: one frame in flight, and while the GPU is behind a pause between frames that
 * follows the time that it takes for them. Times are milliseconds of any steady clock.
 */
export class FramePacer {
  #fence: FrameFence | undefined
  #begunMs = Number.NEGATIVE_INFINITY
  #level = 0
  #atLevel = 0
  #meanMs = 0

  /** Least time between frames that nobody waits for, ms. */
  get everyMs(): number {
    return PACES_MS[this.#level] as number
  }

  /** A frame was handed to the GPU that it may still be drawing. */
  get isInFlight(): boolean {
    return this.#fence !== undefined
  }

  /** A frame was handed to the GPU at `nowMs`. Throws while the one before is in flight. */
  begin(fence: FrameFence, nowMs: number): void {
    if (this.#fence) throw new Error('The frame before is still in flight.')
    this.#fence = fence
    this.#begunMs = nowMs
  }

  /** Asks after the frame in flight. Answers whether it has ended since the last time. */
  look(nowMs: number): boolean {
    if (!this.#fence) return false
    const tookMs = nowMs - this.#begunMs
    if (!this.#fence.isPassed() && tookMs < LOST_MS) return false
    this.#end()
    this.#adapt(tookMs)
    return true
  }

  /** Milliseconds until a frame may be drawn; infinite while one is in flight. A GPU that keeps up need not pause. */
  waitMs(nowMs: number): number {
    if (this.#fence) return Number.POSITIVE_INFINITY
    return this.#level === 0 ? 0 : Math.max(0, this.#begunMs + this.everyMs - nowMs)
  }

  /** The graphics context is gone, and the frame in flight with it; the next one begins at the fastest pace. */
  reset(): void {
    this.#end()
    this.#begunMs = Number.NEGATIVE_INFINITY
    this.#level = 0
    this.#atLevel = 0
    this.#meanMs = 0
  }

  #end(): void {
    this.#fence?.drop()
    this.#fence = undefined
  }

  #adapt(tookMs: number): void {
    this.#meanMs += (Math.min(tookMs, this.everyMs) - this.#meanMs) * NEWEST_WEIGHT
    this.#atLevel += 1
    const faster = PACES_MS[this.#level - 1]
    if (this.#meanMs > this.everyMs * BEHIND_SHARE && this.#level < PACES_MS.length - 1) {
      this.#change(1)
    } else if (faster && this.#atLevel >= CALM_FRAMES && this.#meanMs < faster * AHEAD_SHARE) {
      this.#change(-1)
    }
  }

  #change(by: 1 | -1): void {
    this.#level += by
    this.#atLevel = 0
  }
}
