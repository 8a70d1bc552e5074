import type { Span } from './track.ts'

export const REPLAY_SPEEDS = [1, 2, 3, 4] as const
export type ReplaySpeed = (typeof REPLAY_SPEEDS)[number]
/** Normal playback sets speed 1, quick playback speed 4 (stated). */
export const PLAY_MODES = { normal: 1, quick: 4 } as const
/** Seconds of the track in a second at 1X (assumed). */
export const PACES = [1, 10, 60, 300] as const
export type Pace = (typeof PACES)[number]

/** Longest time of a track at 1X, where a pace allows it. */
const LONGEST_PLAY_MS = 6 * 60_000

/** The pace that a span begins with. */
export function paceFor({ fromMs, toMs }: Span): Pace {
  return PACES.find((pace) => (toMs - fromMs) / pace <= LONGEST_PLAY_MS) ?? 300
}

type PlaybackState = {
  /** Stopped: at the start, as after a query. */
  mode: 'stopped' | 'playing' | 'paused'
  speed: ReplaySpeed
  pace: Pace
}

/**
 * The moment that is shown of all tracks, and how it moves. Announces changes of state and jumps; the moment itself is
 * read. Page milliseconds come from `now`.
 */
export class Playback {
  readonly #now: () => number
  readonly #listeners = new Set<() => void>()
  #span: Span = { fromMs: 0, toMs: 0 }
  #state: PlaybackState = { mode: 'stopped', speed: 1, pace: 60 }
  #atMs = 0
  #heldAt = 0

  constructor(now: () => number) {
    this.#now = now
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly state = (): PlaybackState => this.#state

  get span(): Span {
    return this.#span
  }

  isRunning(): boolean {
    return this.#state.mode === 'playing'
  }

  /** Milliseconds of the tracks in a millisecond of the page. */
  rate(): number {
    return this.#state.speed * this.#state.pace
  }

  /** The moment now. At the end of the span a playback pauses. */
  positionMs(): number {
    if (this.#state.mode !== 'playing') return this.#atMs
    const { speed, pace } = this.#state
    const atMs = this.#atMs + (this.#now() - this.#heldAt) * speed * pace
    if (atMs < this.#span.toMs) return atMs
    this.#atMs = this.#span.toMs
    this.#change({ mode: 'paused' })
    return this.#atMs
  }

  /** A new span to play; stopped at its start, or paused at a moment in it. */
  open(span: Span, atMs = span.fromMs): void {
    this.#span = span
    this.#hold(atMs)
    this.#change({ mode: this.#atMs === span.fromMs ? 'stopped' : 'paused' })
  }

  /** Plays on; from the start when the end was reached. */
  play(): void {
    const atMs = this.positionMs()
    this.#hold(atMs >= this.#span.toMs ? this.#span.fromMs : atMs)
    this.#change({ mode: 'playing' })
  }

  pause(): void {
    this.#hold(this.positionMs())
    if (this.#state.mode === 'playing') this.#change({ mode: 'paused' })
  }

  toggle(): void {
    if (this.#state.mode === 'playing') this.pause()
    else this.play()
  }

  stop(): void {
    this.#hold(this.#span.fromMs)
    this.#change({ mode: 'stopped' })
  }

  /** To a moment, playing or not. */
  seek(atMs: number): void {
    this.#hold(atMs)
    this.#change(this.#state.mode === 'stopped' ? { mode: 'paused' } : {})
  }

  setSpeed(speed: ReplaySpeed): void {
    this.#hold(this.positionMs())
    this.#change({ speed })
  }

  /** 1, 2, 3, 4 and back (stated). */
  cycleSpeed(): void {
    this.setSpeed(((this.#state.speed % 4) + 1) as ReplaySpeed)
  }

  setPace(pace: Pace): void {
    this.#hold(this.positionMs())
    this.#change({ pace })
  }

  #hold(atMs: number): void {
    this.#atMs = Math.max(this.#span.fromMs, Math.min(this.#span.toMs, atMs))
    this.#heldAt = this.#now()
  }

  #change(part: Partial<PlaybackState>): void {
    this.#state = { ...this.#state, ...part }
    for (const listener of this.#listeners) listener()
  }
}
