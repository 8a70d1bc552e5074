/** Messages from the RTMP ingest thread to the platform's. */
import type { FlvTag } from '../wire/flv/flv-tag.ts'
import type { TagCount } from './tag-window.ts'

export type RtmpWorkerData = {
  host: string
  port: number
  /** Publishing keys are made from it. */
  secret: string
}

/**
 * Why a publisher is turned away: its name is none, its key is wrong, somebody else publishes the stream, or it wants
 * to play.
 */
export const RTMP_REFUSALS = ['name', 'key', 'taken', 'play'] as const
export type RtmpRefusalReason = (typeof RTMP_REFUSALS)[number]

/**
 * Why a connection is ended: nothing came for 30 s; no publish within 15 s; a message too long, too many chunk streams,
 * media before a publish, bytes that cannot be read; a new publisher took the place of a silent one; no room for it.
 */
export const RTMP_CUTS = [
  'silent',
  'noPublish',
  'tooLong',
  'chunkStreams',
  'earlyMedia',
  'unreadable',
  'replaced',
  'full',
] as const
export type RtmpCut = (typeof RTMP_CUTS)[number]

/** Tags that were taken; or all publishers are to be cut off. */
export type ToRtmp = TagCount | 'cutAll'

export type RtmpReport =
  | { kind: 'listening'; port: number }
  | { kind: 'failed'; code: string; message: string }
  | { kind: 'connections'; open: number }
  | { kind: 'published'; id: string; name: string; from: string }
  | { kind: 'refused'; name: string; from: string; why: RtmpRefusalReason }
  | { kind: 'cut'; why: RtmpCut }
  | { kind: 'tag'; id: string; tag: FlvTag }
  | { kind: 'ended'; id: string }
