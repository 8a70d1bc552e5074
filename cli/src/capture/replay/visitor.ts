import { ReplayClock } from './replay-clock.ts'

/** One browser's position in the recording. */
export class Visitor {
  readonly clock: ReplayClock
  /** Recorded answers that it has had. */
  readonly used = new Set<number>()
  /** Sockets of each path that it has had. */
  readonly sockets = new Map<string, number>()
  loops = 0
  readonly #open = new Set<() => void>()

  constructor(fromT: number, speed: number) {
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

  /** Restarts the recording for it: sockets are closed, and the page comes back. */
  again(fromT: number): void {
    this.loops += 1
    this.used.clear()
    this.sockets.clear()
    this.clock.jump(fromT)
    for (const end of [...this.#open]) end()
  }
}
