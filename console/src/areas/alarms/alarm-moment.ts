import type { PictureLeader } from '../../features/player/picture-leader.ts'

/** Recordings are opened this long before the alarm (stated for the player in the detail). */
export const LEAD_IN_MS = 10_000
const BEFORE_MS = 60_000
const AFTER_MS = 120_000

/** The span around an alarm to play; `nowMs` ends the possible recording. */
export function spanAround(alarmMs: number, nowMs: number): { fromMs: number; toMs: number } {
  const fromMs = alarmMs - BEFORE_MS
  return { fromMs, toMs: Math.max(fromMs + 1000, Math.min(alarmMs + AFTER_MS, nowMs)) }
}

/** The moment of a recording that is shown: plays at its own pace, pauses at the end. Page milliseconds come from `now`. */
export class AlarmMoment implements PictureLeader {
  readonly span: { fromMs: number; toMs: number }
  readonly #now: () => number
  readonly #listeners = new Set<() => void>()
  #running = true
  #atMs: number
  #heldAt: number

  constructor(span: { fromMs: number; toMs: number }, startMs: number, now: () => number) {
    this.span = span
    this.#now = now
    this.#atMs = this.#within(startMs)
    this.#heldAt = now()
  }

  isRunning(): boolean {
    return this.#running && this.positionMs() < this.span.toMs
  }

  rate(): number {
    return 1
  }

  positionMs(): number {
    return this.#running ? this.#within(this.#atMs + this.#now() - this.#heldAt) : this.#atMs
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Plays on; from the start when the end was reached. */
  play(): void {
    const atMs = this.positionMs()
    this.#set(atMs >= this.span.toMs ? this.span.fromMs : atMs, true)
  }

  pause(): void {
    this.#set(this.positionMs(), false)
  }

  /** Goes to a moment; plays on or stays paused, as before. */
  seek(atMs: number): void {
    this.#set(atMs, this.#running)
  }

  #set(atMs: number, running: boolean): void {
    this.#atMs = this.#within(atMs)
    this.#heldAt = this.#now()
    this.#running = running
    for (const listener of this.#listeners) listener()
  }

  #within(atMs: number): number {
    return Math.min(this.span.toMs, Math.max(this.span.fromMs, atMs))
  }
}
