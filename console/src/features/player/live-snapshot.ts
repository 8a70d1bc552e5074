import type { PictureState } from './picture-watch.ts'
import type { PlayerError, PlayerState } from './player-policy.ts'
import type { StreamPlace } from './stream-leases.ts'

/** One change of state: when (host epoch milliseconds), into which, and why when something failed. */
export type StateNote = { atMs: number; state: PlayerState; error: PlayerError | undefined }

export type LiveSnapshot = {
  state: PlayerState
  error: PlayerError | undefined
  /** Why the platform gave no stream: its code and words. */
  refusal: { code: number; msg: string } | undefined
  hasAudio: boolean
  source: 'scene' | 'clip' | 'published' | 'pulled' | undefined
  /** The picture carries the machine-readable strip at its lower edge. */
  hasStrip: boolean
  /** Whether the picture moves although the stream continues. */
  picture: PictureState
  /** The stream in the window; sub after a demotion. */
  streamType: StreamPlace['streamType']
  /** Key frames only: this computer is busy, and nobody attends to the window. */
  fewerPictures: boolean
}
