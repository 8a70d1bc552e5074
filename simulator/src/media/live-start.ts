/** Answer of a live start. */
import type { SourceKind } from './stream-source.ts'

/** Why a live start fails; the reply's code is the caller's (LIVE_START_CODES). */
export type LiveStartFailure =
  | 'deviceOffline'
  | 'cameraUnpowered'
  | 'mediaServerNotBound'
  | 'getMediaServerFailed'
  | 'unknown'

export type LiveStart =
  | {
      ok: true
      /** /live/<sn>/<chnId>/<main|sub>.flv; the token goes behind it as ?token=… */
      streamPath: string
      token: string
      /** Host epoch milliseconds until which the token opens the stream (a stream once open stays so). */
      expiresAtMs: number
      hasAudio: boolean
      source: SourceKind
    }
  | { ok: false; reason: LiveStartFailure }
