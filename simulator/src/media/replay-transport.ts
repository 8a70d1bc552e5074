/**
 * The clock of a playback: its position in the recording, and the media time of that. It knows no pictures. All times
 * are host time, passed in.
 */
export type ReplayTransport = {
  /** Recorded moment, platform milliseconds. */
  positionMs(): number
  /** Media time of that moment: it runs while the recording does, whatever the speed. */
  mediaMs(): number
  /** Media time at which a recorded moment is shown, as things are. */
  mediaAt(positionMs: number): number
  speed(): number
  /** Grows with every move to another place. */
  epoch(): number
  /** Whether time passes. */
  isRunning(): boolean
  isPaused(): boolean
  /** Waits for pictures, though somebody wants it to play. */
  isHeld(): boolean
  isEnded(): boolean
  pause(): void
  resume(): void
  setSpeed(speed: number): void
  /** Goes to a moment; the caller must pause to hold it there. */
  seek(positionMs: number): void
  hold(): void
  release(): void
  /** Stops at the end until it is moved. */
  end(positionMs: number): void
  /** Media time for pictures shown while paused. */
  addMedia(ms: number): void
}

/** It is held at its start until it is released. */
export function createReplayTransport(
  now: () => number,
  start: { positionMs: number; speed: number; paused: boolean },
): ReplayTransport {
  let anchor = { hostMs: now(), positionMs: start.positionMs, mediaMs: 0 }
  let { speed, paused } = start
  let held = true
  let ended = false
  let epoch = 0

  const isRunning = () => !paused && !held && !ended
  const passedMs = () => (isRunning() ? now() - anchor.hostMs : 0)
  const positionMs = () => anchor.positionMs + passedMs() * speed
  const mediaMs = () => anchor.mediaMs + passedMs()
  /** Everything up to now is settled; then something changes. */
  const change = (what: () => void): void => {
    anchor = { hostMs: now(), positionMs: positionMs(), mediaMs: mediaMs() }
    what()
  }
  return {
    positionMs,
    mediaMs,
    mediaAt: (atMs) => anchor.mediaMs + (atMs - anchor.positionMs) / speed,
    speed: () => speed,
    epoch: () => epoch,
    isRunning,
    isPaused: () => paused,
    isHeld: () => held,
    isEnded: () => ended,
    pause: () =>
      change(() => {
        paused = true
      }),
    resume: () =>
      change(() => {
        paused = false
      }),
    setSpeed: (next) =>
      change(() => {
        speed = next
      }),
    seek: (toMs) =>
      change(() => {
        anchor.positionMs = toMs
        ended = false
        epoch++
      }),
    hold: () =>
      change(() => {
        held = true
      }),
    release: () =>
      change(() => {
        held = false
      }),
    end: (toMs) =>
      change(() => {
        anchor.positionMs = toMs
        ended = true
        held = false
      }),
    addMedia: (ms) =>
      change(() => {
        anchor.mediaMs += ms
      }),
  }
}
