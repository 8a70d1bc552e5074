/** Pictures so soon after the first one are shown as they come: a newcomer gets some at once, their times squeezed. */
const STARTING_MS = 1_000
/** The last pictures that count: long enough for two key frames, which are the slowest on their way. */
const JUDGED_MS = 4_000
/** Part of these that is shown in time; the others are late, and shown as they come. */
const IN_TIME_PART = 0.9
/** Most that a picture waits for those that are slower on their way. */
export const HOLD_MOST_MS = 300
/** A picture this far from its place by the stream's clock belongs to another clock. */
const OTHER_CLOCK_MS = 2_000

/**
 * The moment at which each picture of a live stream is shown: by the stream's clock, behind the fastest pictures by as
 * much as nine in ten need, so that motion is even and nothing is later than it has to be. Pure; the owner passes the
 * time, in milliseconds that never go back.
 */
export class PicturePace {
  #startedMs: number | undefined
  /** When pictures were ready, and that less their time in the stream. */
  #ready: { atMs: number; offset: number }[] = []
  #dueMs = Number.NEGATIVE_INFINITY

  /** Pictures come that were sent at once. */
  isStarting(nowMs: number): boolean {
    return this.#startedMs === undefined || nowMs - this.#startedMs < STARTING_MS
  }

  /** A picture is ready. `streamMs`: its time in the stream. Answers when to show it: not before `nowMs`. */
  dueAt(streamMs: number, nowMs: number): number {
    this.#startedMs ??= nowMs
    if (this.isStarting(nowMs)) return nowMs
    const offset = nowMs - streamMs
    const last = this.#ready.at(-1)
    if (last && Math.abs(offset - last.offset) > OTHER_CLOCK_MS) this.#ready = []
    this.#ready = [...this.#ready.filter(({ atMs }) => nowMs - atMs < JUDGED_MS), { atMs: nowMs, offset }]
    const sorted = this.#ready.map((ready) => ready.offset).sort((a, b) => a - b)
    const inTime = sorted[Math.floor((sorted.length - 1) * IN_TIME_PART)]!
    const wantedMs = streamMs + Math.min(inTime, sorted[0]! + HOLD_MOST_MS)
    // Never before the picture before it.
    this.#dueMs = Math.max(nowMs, wantedMs, Math.min(this.#dueMs, nowMs + HOLD_MOST_MS))
    return this.#dueMs
  }
}
