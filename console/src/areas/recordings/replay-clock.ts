import type { PlaybackState } from '@backlot/contract/recordings/entities'

/** Where a playback is between two statements of the platform. Page milliseconds come from `now`. */
export class ReplayClock {
  readonly #now: () => number
  #state: PlaybackState | undefined
  #heldAt = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** Takes a state; one that is older than the known one is dropped. Answers whether it was taken. */
  set(state: PlaybackState): boolean {
    if (this.#state && this.#state.groupId === state.groupId && state.atMs < this.#state.atMs) return false
    this.#state = state
    this.#heldAt = this.#now()
    return true
  }

  clear(): void {
    this.#state = undefined
  }

  get state(): PlaybackState | undefined {
    return this.#state
  }

  isRunning(): boolean {
    return this.#state?.state === 'playing'
  }

  speed(): number {
    return this.#state?.speed ?? 1
  }

  /** Recorded moment now, epoch milliseconds. */
  positionMs(): number | undefined {
    if (!this.#state) return undefined
    const passedMs = this.isRunning() ? (this.#now() - this.#heldAt) * this.#state.speed : 0
    return this.#state.positionMs + passedMs
  }
}
