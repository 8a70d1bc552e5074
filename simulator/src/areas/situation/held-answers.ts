import type { HostClock } from '../../kernel/clock.ts'

/**
 * An answer is reused for this multiple of the time it took: counting never takes more than a twentieth of the time.
 */
const HOLD_FACTOR = 20
/** Answers computed in less time are computed each time. */
const CHEAP_MS = 5
const KEPT = 64

/**
 * Answers that are costly in a storm, shared by simultaneous callers and held for a while. An answer that was counted
 * quickly is never held.
 */
export class HeldAnswers<T> {
  readonly #host: Pick<HostClock, 'now'>
  readonly #held = new Map<string, { answer: Promise<T>; untilMs: number }>()

  constructor(host: Pick<HostClock, 'now'>) {
    this.#host = host
  }

  get(key: string, make: () => Promise<T>): Promise<T> {
    const known = this.#held.get(key)
    const startMs = this.#host.now()
    if (known && startMs < known.untilMs) return known.answer
    const answer = make()
    const entry = { answer, untilMs: Number.POSITIVE_INFINITY }
    this.#held.delete(key)
    this.#held.set(key, entry)
    for (const oldest of this.#held.keys()) {
      if (this.#held.size <= KEPT) break
      this.#held.delete(oldest)
    }
    answer.then(
      () => {
        const nowMs = this.#host.now()
        const tookMs = nowMs - startMs
        entry.untilMs = tookMs > CHEAP_MS ? nowMs + tookMs * HOLD_FACTOR : nowMs
      },
      () => this.#held.delete(key),
    )
    return answer
  }
}
