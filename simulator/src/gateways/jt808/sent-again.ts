/** Within this time a report with the same content and serial number is the same one, resent. */
export const SENT_AGAIN_MS = 5 * 60_000
const KEPT_MAX = 10_000

/** Recognises resent reports whose own time cannot be used. Those that it forgets early count as new. */
export class SentAgain {
  readonly #seen = new Map<string, number>()

  /** Whether a report came before, lately. It has come from now on. */
  is(report: string, atMs: number): boolean {
    const seenMs = this.#seen.get(report)
    if (seenMs !== undefined && atMs - seenMs < SENT_AGAIN_MS) return true
    this.#seen.delete(report)
    this.#seen.set(report, atMs)
    if (this.#seen.size > KEPT_MAX) {
      const [oldest] = this.#seen.keys()
      if (oldest !== undefined) this.#seen.delete(oldest)
    }
    return false
  }

  forgetAll(): void {
    this.#seen.clear()
  }
}
