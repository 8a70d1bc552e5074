import type { StreamType } from '@backlot/contract/live-video/calls'
import type { FetchFfmpeg } from './ffmpeg-locate.ts'
import type { RtspAccount } from './rtsp/rtsp-login.ts'
import { UNSENT_LIMITS, type UnsentLimits } from './unsent-bytes.ts'

export type StreamSize = { width: number; height: number; quality: number; ceilingKbps: number }

export type MediaOptions = {
  framesPerSecond: number
  sizes: Record<StreamType, StreamSize>
  /** Path of ffmpeg to try first (FFMPEG_PATH); `false`: do without, clips are played. */
  ffmpeg: string | false | undefined
  /** Asked when there is no ffmpeg on this machine. */
  fetchFfmpeg: FetchFfmpeg | undefined
  /** Encoders at work at most; streams past them play clips. */
  encoderBudget: number
  /** Encoders that start at the same time. */
  startsAtOnce: number
  /** Encoders held ready while somebody is there who may watch; no more than `encoderBudget`. */
  spareEncoders: Record<StreamType, number>
  /** How long a stream outlives its last viewer. */
  lingerMs: number
  tokenLifeMs: number
  /** The machine-readable strip in every picture. */
  strip: boolean
  /** Address of the RTMP listener; null: off. Port 0 means a free one. */
  rtmp: { host: string; port: number } | null
  /** Cameras' RTSP server and the account that it asks for; null: off. Port 0 means a free one. */
  rtsp: { host: string; port: number; account: RtspAccount } | null
  /**
   * Secret that publishing keys are derived from. Passed by the caller, the keys outlive a restart; else they are new
   * each time.
   */
  publishSecret: string | undefined
  /** Folder of clips that are made for download; it is emptied. Default: one of its own below the system's. */
  downloadFolder: string | undefined
  /** Bytes that may wait for viewers and for who loads files. */
  unsent: UnsentLimits
  /**
   * The drawing threads start when a picture is needed or a console connects, and end when idle; else they always run.
   */
  drawWhenAsked: boolean
}

export const MEDIA_DEFAULTS: MediaOptions = {
  framesPerSecond: 12,
  sizes: {
    main: { width: 960, height: 540, quality: 25, ceilingKbps: 1600 },
    sub: { width: 640, height: 360, quality: 26, ceilingKbps: 700 },
  },
  ffmpeg: undefined,
  fetchFfmpeg: undefined,
  encoderBudget: 36,
  startsAtOnce: 3,
  spareEncoders: { sub: 16, main: 1 },
  lingerMs: 12_000,
  tokenLifeMs: 600_000,
  strip: true,
  rtmp: { host: '127.0.0.1', port: 0 },
  rtsp: null,
  publishSecret: undefined,
  downloadFolder: undefined,
  unsent: UNSENT_LIMITS,
  drawWhenAsked: true,
}
