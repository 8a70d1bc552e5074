import { z } from 'zod'

/** Kinds of files (names stated in this order; the numbers, and the last one, are assumed). */
export const FILE_TYPES = {
  /** Recorded by the device on its own disk. */
  video: 0,
  /** Pushed by the device: the clip of an alarm. */
  pushVideo: 1,
  /** Recorded by the media server. */
  mediaRecord: 2,
  deviceTimingCapture: 3,
  /** A manual snapshot. */
  remoteCapture: 4,
  serverTimingCapture: 5,
  /** A picture that came with an alarm (assumed). */
  alarmCapture: 6,
} as const
export const VIDEO_FILE_TYPES: readonly number[] = [
  FILE_TYPES.video,
  FILE_TYPES.pushVideo,
  FILE_TYPES.mediaRecord,
]
export const PICTURE_FILE_TYPES: readonly number[] = [
  FILE_TYPES.deviceTimingCapture,
  FILE_TYPES.remoteCapture,
  FILE_TYPES.serverTimingCapture,
  FILE_TYPES.alarmCapture,
]

/** Execution status (stated names, assumed numbers): a file is still being written, or is whole. */
export const EXECUTION_STATUS = { executing: 0, completed: 1 } as const

/** Failures of playback (texts stated, numbers assumed; 1 to 3 and -1, -2 as at a live start). */
export const PLAYBACK_CODES = {
  shownInfoA: -1,
  shownInfoB: -2,
  /** media service info failed */
  mediaServiceInfoFailed: 1,
  /** template not bound to a media service */
  mediaServiceNotBound: 2,
  /** unknown playback failure */
  playbackFailedUnknown: 3,
  /** failed to get play address */
  getPlayAddressFailed: 4,
  /** no recording files: none in the span, or not the requested one */
  noRecordingFiles: 5,
  /** no capture files: the requested one is not there (any more) */
  noCaptureFiles: 6,
} as const

/** Speeds of playback (1, 2, 4 stated; 3 is the replay button's). */
export const PLAYBACK_SPEEDS = [1, 2, 3, 4] as const

/** Limits of recordings (assumed). */
export const RECORDING_LIMITS = {
  /** Replayed channels of one sign-in at a time: as many as windows. */
  playbacksEach: 16,
  /** Longest clip that can be downloaded. */
  downloadMs: 30 * 60_000,
  /** Downloads of one sign-in that are made or kept at a time. */
  downloadsEach: 8,
  /** A finished download is kept this long. */
  downloadKeptMs: 15 * 60_000,
  /** A playback without viewers ends after this time. */
  playbackUnwatchedMs: 20_000,
  /** A paused or ended playback ends after this time without a command. */
  playbackIdleMs: 10 * 60_000,
  capturePageSize: 50,
  capturePageSizeMax: 200,
} as const

/** A recorded file (fid, sn, chnId, startTime and endTime stated). Times are seconds since the epoch, with fractions. */
export const RecordFile = z.object({
  /** Stable name of the file. */
  fid: z.string(),
  sn: z.string(),
  chnId: z.number().int(),
  startTime: z.number(),
  endTime: z.number(),
  /** Of FILE_TYPES. */
  fileType: z.number().int(),
  /** Where it lies. */
  source: z.enum(['server', 'device']),
  /** Bytes. */
  size: z.number().int(),
  /** Of EXECUTION_STATUS: 0 while it is still being recorded. */
  executionStatus: z.number().int(),
  /** Why it was recorded. */
  cause: z.enum(['plan', 'alarm']),
})
export type RecordFile = z.infer<typeof RecordFile>

/** A picture of the capture query (all fields assumed). */
export const CaptureFile = z.object({
  fid: z.string(),
  sn: z.string(),
  chnId: z.number().int(),
  chnName: z.string(),
  /** Seconds since the epoch. */
  time: z.number(),
  /** Of FILE_TYPES. */
  fileType: z.number().int(),
  /** JPEG, path on the platform's host; `?width=320` answers a smaller one. */
  url: z.string(),
  /** Of the alarm that it belongs to, when it does. */
  alarmSeq: z.string().optional(),
  alarmType: z.string().optional(),
  alarmSubType: z.string().optional(),
})
export type CaptureFile = z.infer<typeof CaptureFile>

/**
 * State of a playback (assumed throughout). While it plays, the picture with media time m (its FLV timestamp) shows the
 * moment positionMs + (m − mediaMs) × speed.
 */
export const PlaybackState = z.object({
  sessionId: z.string(),
  /** Playbacks of one group have one clock: they are paused, moved and sped up together. */
  groupId: z.string(),
  /**
   * buffering: waits for the first pictures (of all channels of the group); ended: the end of the span was reached, a
   * seek continues; closed: permanently.
   */
  state: z.enum(['buffering', 'playing', 'paused', 'ended', 'closed']),
  /** Recorded moment, epoch milliseconds of the platform. */
  positionMs: z.number(),
  /** FLV timestamp at that position. */
  mediaMs: z.number(),
  /** Host epoch milliseconds of this statement. */
  atMs: z.number(),
  speed: z.number(),
  /** This channel has no recording at the position (another one of the group has). */
  inGap: z.boolean(),
  /** Set when a gap was skipped: where it began. */
  skippedFromMs: z.number().optional(),
  /** Why it was closed. */
  reason: z.enum(['stopped', 'idle', 'revoked', 'failed']).optional(),
})
export type PlaybackState = z.infer<typeof PlaybackState>

/** A clip that is made ready for download (assumed throughout). */
export const DownloadTask = z.object({
  downloadId: z.string(),
  sn: z.string(),
  chnId: z.number().int(),
  startTime: z.number(),
  endTime: z.number(),
  state: z.enum(['waiting', 'running', 'completed', 'failed', 'cancelled']),
  /** 0 … 100. */
  percent: z.number().min(0).max(100),
  /** Bytes so far. */
  size: z.number().int(),
  fileName: z.string(),
  /** Why it failed: the disk of the platform is full, or something else. */
  reason: z.enum(['storageFull', 'failed']).optional(),
  /** Once completed: MP4 as an attachment, path on the platform's host with a token. */
  url: z.string().optional(),
})
export type DownloadTask = z.infer<typeof DownloadTask>
