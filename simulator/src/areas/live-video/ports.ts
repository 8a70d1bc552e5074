import type { IncomingMessage } from 'node:http'
import type { AlarmResource } from '@backlot/contract/alarms/entities'
import type { MediaServerInfo } from '@backlot/contract/media-config/entities'
import type { ScopeIntervals } from '../../calls/scope.ts'
import type { OfflineReason } from '../shared/offline-reason.ts'

export type VideoDevice = {
  sn: string
  hasVideoChannel(chnId: number): boolean
  /** Why a channel is offline; undefined while it is online. */
  whyOffline(chnId: number): OfflineReason | undefined
}

export type VideoDevicesPort = {
  /** A device in a scope. */
  find(sn: string, scope: ScopeIntervals): VideoDevice | undefined
  /** Its serial by the device's id. */
  snOf(deviceId: number): string | undefined
  /** State of its media server: bound; none; one that does not answer; one that fails when asked. */
  mediaServerOf(sn: string): 'bound' | 'notBound' | 'unavailable' | 'broken'
}

export type StreamWish = { sn: string; chnId: number; streamType: 'main' | 'sub'; sessionId: string }

export type StartedStream =
  | {
      ok: true
      /** Path of the stream on the platform's host: /live/<sn>/<chnId>/<main|sub>.flv; the token goes behind it as ?token=…. */
      streamPath: string
      token: string
      /** Host epoch milliseconds until which the token opens the stream (a stream once open stays so). */
      expiresAtMs: number
      hasAudio: boolean
      source: 'scene' | 'clip' | 'published' | 'pulled'
    }
  | {
      ok: false
      reason: 'deviceOffline' | 'cameraUnpowered' | 'mediaServerNotBound' | 'getMediaServerFailed' | 'unknown'
    }

export type MediaPort = {
  /** Where a stream is read, with a token of the session. The stream starts when somebody reads it. */
  startLive(wish: StreamWish): StartedStream | Promise<StartedStream>
  /** The session gives a stream up: its viewers are closed. */
  stopLive(wish: StreamWish): Promise<void>
}

/** The media server of a device, and where a browser reads a path of it, by the page that it is on. */
export type MediaRecordPort = {
  infoOf(sn: string): MediaServerInfo
  addressOf(request: IncomingMessage, sn: string, path: string): { url: string; httpUrl: string }
}

/** Takes a picture that a device made, as an alarm whose sequence the caller chose. */
export type SnapshotPort = {
  raise(snapshot: { sn: string; chnId: number; seq: string; atMs: number }): Promise<AlarmResource[]>
}
