import { PLAYBACK_SPEEDS, type PlaybackState } from '@backlot/contract/recordings/entities'

/** A moment that somebody moves, and recorded pictures follow. */
export type PictureLeader = {
  readonly span: { fromMs: number; toMs: number }
  /** Epoch milliseconds. */
  positionMs(): number
  isRunning(): boolean
  /** Milliseconds of the moment in a millisecond. */
  rate(): number
  /** Hears changes and jumps. */
  subscribe(listener: () => void): () => void
}

type Speed = (typeof PLAYBACK_SPEEDS)[number]
export type FollowOrder =
  | { action: 'pause' }
  | { action: 'resume' }
  | { action: 'seek'; timeMs: number }
  | { action: 'speed'; speed: Speed }

/** Interval of pictures of a moment that moves too fast to be played. */
const SAMPLE_MS = 2000
/** Most distance of played pictures from the leader, in milliseconds of the page. */
const APART_MS = 1500
/** Most distance of a still picture from its moment. */
const STILL_APART_MS = 400

/**
 * The next command that brings a playback to where its leader is; undefined when it is there. `heldMs`: since the
 * playback was last heard of; `askedMs`: since the last command. `atOnce`: the leader has just changed.
 */
export function followLeader(
  leader: PictureLeader,
  state: PlaybackState | undefined,
  heldMs: number,
  askedMs: number,
  atOnce: boolean,
): FollowOrder | undefined {
  if (!state || state.state === 'closed') return undefined
  const rate = leader.rate()
  const speed = leader.isRunning() ? PLAYBACK_SPEEDS.find((one) => one === rate) : undefined
  const wantedMs = leader.positionMs()
  if (speed === undefined) {
    if (state.state === 'playing') return { action: 'pause' }
    if (Math.abs(wantedMs - state.positionMs) <= STILL_APART_MS) return undefined
    const isDue = askedMs >= SAMPLE_MS || (atOnce && !leader.isRunning())
    // A moment that was left for another is not requested: the last one of some jumps is.
    return isDue || (!leader.isRunning() && askedMs >= SAMPLE_MS / 4)
      ? { action: 'seek', timeMs: wantedMs }
      : undefined
  }
  if (state.speed !== speed) return { action: 'speed', speed }
  const nowMs = state.positionMs + (state.state === 'playing' ? heldMs * state.speed : 0)
  const isApart = Math.abs(wantedMs - nowMs) > APART_MS * speed
  if (isApart && !state.inGap && (atOnce || askedMs >= SAMPLE_MS)) return { action: 'seek', timeMs: wantedMs }
  if (state.state === 'paused' || state.state === 'ended') return { action: 'resume' }
  return undefined
}
