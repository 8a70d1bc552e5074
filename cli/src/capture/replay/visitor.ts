import { ReplayClock } from './replay-clock.ts'

/** Part of a recording, milliseconds since its beginning; the end is not in it. */
export type Span = { fromT: number; toT: number }

/** Later than any moment of a recording; a number that JSON knows. */
export const NEVER_T = Number.MAX_SAFE_INTEGER
const WHOLE: Span = { fromT: 0, toT: NEVER_T }

/** One browser's position in the recording. */
export class Visitor {
  readonly clock: ReplayClock
  /** Recorded answers that it has had. */
  readonly used = new Set<number>()
  /** Sockets of each path that it has had. */
  readonly sockets = new Map<string, number>()
  loops = 0
  /** What was recorded of the account that is signed in. */
  readonly span: Span
  readonly #open = new Set<() => void>()

  constructor(fromT: number, speed: number, span = WHOLE) {
    this.span = span
    this.clock = new ReplayClock(fromT, speed)
  }

  /** The moment of the recording that it has reached. */
  t(): number {
    return this.clock.t()
  }

  /** Held until the returned function is called, or until the recording restarts. */
  holdSocket(end: () => void): () => void {
    this.#open.add(end)
    return () => this.#open.delete(end)
  }

  /** Restarts its part of the recording, but not before `earliestT`: sockets are closed, and the page comes back. */
  again(earliestT: number): void {
    this.loops += 1
    this.used.clear()
    this.sockets.clear()
    this.clock.jump(Math.max(earliestT, this.span.fromT))
    for (const end of [...this.#open]) end()
  }
}

/** Those of a list that lie within a span; all of it when none does. */
export function preferWithin<T>(span: Span, list: readonly T[], tOf: (one: T) => number): readonly T[] {
  const within = list.filter((one) => tOf(one) >= span.fromT && tOf(one) < span.toT)
  return within.length > 0 ? within : list
}
