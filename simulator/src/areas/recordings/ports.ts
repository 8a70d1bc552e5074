import type { ScopeIntervals } from '../../calls/scope.ts'
import type { Named } from '../../kernel/language.ts'

export type RecordedDevice = {
  sn: string
  online: boolean
  videoChannels: readonly { chnId: number; name: Named }[]
}

export type RecordedDevicesPort = {
  /** A device in a scope. */
  find(sn: string, scope: ScopeIntervals): RecordedDevice | undefined
  /** State of its media server: bound; none; one that does not answer; one that fails when asked. */
  mediaServerOf(sn: string): 'bound' | 'notBound' | 'unavailable' | 'broken'
}

export type RecordingSource = 'server' | 'device'

/** A file of the past. Platform milliseconds. */
export type Recorded = {
  fid: string
  sn: string
  chnId: number
  startMs: number
  endMs: number
  sizeBytes: number
  cause: 'plan' | 'alarm'
  source: RecordingSource
}

export type RecordIndexPort = {
  /** Files that touch [fromMs, toMs) and exist now, by start; undefined when the device has no past. */
  recordingsOf(
    sn: string,
    chnId: number,
    fromMs: number,
    toMs: number,
    source: RecordingSource,
  ): readonly Recorded[] | undefined
  /**
   * Asks a device of others for its files of a span, so that `recordingsOf` knows them; left out where there are none.
   * Resolves whatever it answers.
   */
  look?(sn: string, chnId: number, fromMs: number, toMs: number, source: RecordingSource): Promise<void>
}

/** A picture that was taken. */
export type Capture = {
  chnId: number
  atMs: number
  kind: 'deviceTiming' | 'serverTiming' | 'remote' | 'alarm'
  alarm?: { alarmSeq: string; type: string; subType: string }
}

export type CapturePort = {
  /** Pictures of a device's channels in [fromMs, toMs), in no order. */
  capturesOf(sn: string, chnIds: readonly number[], fromMs: number, toMs: number): readonly Capture[]
  /** JPEG; undefined when there is no such camera. */
  render(wish: { sn: string; chnId: number; atMs: number; width?: number }): Promise<Uint8Array | undefined>
}

/** See PlaybackState of the contract. */
export type PlaybackFacts = {
  playbackId: string
  groupId: string
  state: 'buffering' | 'playing' | 'paused' | 'ended' | 'closed'
  positionMs: number
  mediaMs: number
  atMs: number
  speed: number
  inGap: boolean
  skippedFromMs?: number
  reason?: 'stopped' | 'idle' | 'revoked' | 'failed'
}

export type PlaybackWish = {
  /** The sign-in that it belongs to. */
  owner: string
  sn: string
  chnId: number
  streamType: 'main' | 'sub'
  /** The span that is played, platform milliseconds. */
  fromMs: number
  toMs: number
  speed: number
  paused: boolean
  groupId?: string
  /** Recordings of the channel in the span, as far as they exist now. */
  recorded(): readonly { fromMs: number; toMs: number }[]
}

export type StartedPlayback =
  | {
      ok: true
      playbackId: string
      groupId: string
      state: PlaybackFacts
      /** Path of the stream on the platform's host; the token goes behind it as ?token=. */
      streamPath: string
      token: string
      expiresAtMs: number
      hasAudio: boolean
    }
  | { ok: false; reason: 'noRecordingFiles' | 'tooMany' | 'noEncoder' | 'noGroup' }

export type PlaybackCommand =
  | { action: 'pause' }
  | { action: 'resume' }
  | { action: 'seek'; timeMs: number }
  | { action: 'speed'; speed: number }
  | { action: 'step'; frames: number }

export type DownloadWish = {
  /** The sign-in that it belongs to. */
  owner: string
  sn: string
  chnId: number
  fromMs: number
  toMs: number
  spans: readonly { fromMs: number; toMs: number }[]
  fileName: string
}

export type DownloadFacts = Pick<DownloadWish, 'sn' | 'chnId' | 'fromMs' | 'toMs' | 'fileName'> & {
  downloadId: string
  state: 'waiting' | 'running' | 'completed' | 'failed' | 'cancelled'
  percent: number
  sizeBytes: number
  /** Why it failed. */
  reason?: 'storageFull' | 'failed'
  /** Path with its token, once completed. */
  url?: string
}

export type StartedDownload =
  | { ok: true; download: DownloadFacts }
  | { ok: false; reason: 'noEncoder' | 'tooMany' | 'noRecordingFiles' | 'storageFull' }

/** Player of recordings that also makes clips of them. */
export type RecordedMediaPort = {
  /** Whether there is an encoder at all. */
  canEncode: boolean
  startReplay(wish: PlaybackWish): StartedPlayback
  replays: {
    control(owner: string, playbackId: string, command: PlaybackCommand): PlaybackFacts | undefined
    state(owner: string, playbackId: string): PlaybackFacts | undefined
    stop(owner: string, playbackId: string): Promise<boolean>
    onState(listener: (owner: string, state: PlaybackFacts) => void): () => void
  }
  downloads: {
    start(wish: DownloadWish): StartedDownload
    list(owner: string): DownloadFacts[]
    cancel(owner: string, downloadId: string): Promise<boolean>
    onState(listener: (owner: string, state: DownloadFacts) => void): () => void
  }
}
