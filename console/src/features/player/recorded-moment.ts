import type { PLAYBACK_SPEEDS } from '@backlot/contract/recordings/entities'
import type { PictureLeader } from './picture-leader.ts'

type Speed = (typeof PLAYBACK_SPEEDS)[number]

/** The moment of a recording that is shown: plays by itself, stands at the end. Page milliseconds come from `now`. */
export class RecordedMoment implements PictureLeader {
  readonly span: { fromMs: number; toMs: number }
  readonly #now: () => number
  readonly #listeners = new Set<() => void>()
  #running: boolean
  #speed: Speed = 1
  #atMs: number
  #heldAt: number

  constructor(
    span: { fromMs: number; toMs: number },
    startMs: number,
    now: () => number = () => performance.now(),
    running = true,
  ) {
    this.span = span
    this.#now = now
    this.#running = running
    this.#atMs = this.#within(startMs)
    this.#heldAt = now()
  }

  isRunning(): boolean {
    return this.#running && this.positionMs() < this.span.toMs
  }

  rate(): Speed {
    return this.#speed
  }

  positionMs(): number {
    return this.#running ? this.#within(this.#atMs + (this.#now() - this.#heldAt) * this.#speed) : this.#atMs
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

  setSpeed(speed: Speed): void {
    this.#atMs = this.positionMs()
    this.#heldAt = this.#now()
    this.#speed = speed
    this.#tell()
  }

  #set(atMs: number, running: boolean): void {
    this.#atMs = this.#within(atMs)
    this.#heldAt = this.#now()
    this.#running = running
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  #within(atMs: number): number {
    return Math.min(this.span.toMs, Math.max(this.span.fromMs, atMs))
  }
}
