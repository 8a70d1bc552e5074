/** The address of a stream: /live/<sn>/<chnId>/<main|sub>.flv, strictly. */
import type { StreamType } from '@backlot/contract/live-video/calls'

export type StreamName = { sn: string; chnId: number; streamType: StreamType }

const SN = /^[A-Za-z0-9_-]{1,64}$/
const PATH = /^\/live\/([A-Za-z0-9_-]{1,64})\/(0|[1-9][0-9]{0,8})\/(main|sub)\.flv$/
const PUBLISHED = /^([A-Za-z0-9_-]{1,64})_(0|[1-9][0-9]{0,8})(?:_(main|sub))?$/

export function streamPath({ sn, chnId, streamType }: StreamName): string {
  return `/live/${sn}/${chnId}/${streamType}.flv`
}

/** Whether a serial number can be part of a stream's address. */
export function isStreamable(sn: string): boolean {
  return SN.test(sn)
}

/** Reads the path of a viewer's address; undefined when it is none of ours, encoded characters included. */
export function readStreamPath(path: string): StreamName | undefined {
  const found = PATH.exec(path)
  if (!found) return undefined
  return { sn: found[1]!, chnId: Number(found[2]), streamType: found[3] as StreamType }
}

/** Streams of a published name: one with _main or _sub at its end, both without. */
export function publishedStreams(name: string): StreamName[] {
  const stream = readPublishedName(name)
  if (!stream) return []
  return /_(main|sub)$/.test(name) ? [stream] : [stream, { ...stream, streamType: 'sub' }]
}

/** Reads the name a device publishes under: <sn>_<chnId>, then _main (as without) or _sub. */
export function readPublishedName(name: string): StreamName | undefined {
  const found = PUBLISHED.exec(name)
  if (!found) return undefined
  return {
    sn: found[1]!,
    chnId: Number(found[2]),
    streamType: (found[3] as StreamType | undefined) ?? 'main',
  }
}

const REPLAY = /^\/replay\/([A-Za-z0-9_-]{8,32})\.flv$/

/** The address of a playback. */
export function replayPath(playbackId: string): string {
  return `/replay/${playbackId}.flv`
}

/** The playback of a path; undefined when it is none of ours. */
export function readReplayPath(path: string): string | undefined {
  return REPLAY.exec(path)?.[1]
}
