export type ReplayCloseReason = 'stopped' | 'idle' | 'revoked' | 'failed'

/** See PlaybackState of the contract. */
export type ReplayState = {
  playbackId: string
  groupId: string
  state: 'buffering' | 'playing' | 'paused' | 'ended' | 'closed'
  positionMs: number
  mediaMs: number
  atMs: number
  speed: number
  inGap: boolean
  skippedFromMs?: number
  reason?: ReplayCloseReason
}

export type ReplayCommand =
  | { action: 'pause' }
  | { action: 'resume' }
  | { action: 'seek'; timeMs: number }
  | { action: 'speed'; speed: number }
  | { action: 'step'; frames: number }
