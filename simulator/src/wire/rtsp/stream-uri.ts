/** Addresses of a camera over RTSP: rtsp://host:port/<sn>/<chnId>/<main|sub|replay>, with a track behind it. */
import type { StreamType } from '@backlot/contract/live-video/calls'
import { TRACK_CONTROLS } from './describe-session.ts'

/** `replay`: the recordings of its main stream. */
export type StreamUri = {
  sn: string
  chnId: number
  stream: StreamType | 'replay'
  track: keyof typeof TRACK_CONTROLS | undefined
}

const PATH = /^\/([A-Za-z0-9_-]{1,64})\/(0|[1-9][0-9]{0,8})\/(main|sub|replay)\/?(?:(trackID=[0-9]))?$/

/** The path of such an address. */
export function streamUriPath({ sn, chnId, stream }: Omit<StreamUri, 'track'>): string {
  return `/${sn}/${chnId}/${stream}`
}

/** Reads a request's address, absolute (RFC 2326, 6.1) or a path; undefined when it is none of a stream's. */
export function readStreamUri(uri: string): StreamUri | undefined {
  const path = /^rtsp:\/\/[^/?#]+(\/[^?#]*)?(?:[?#].*)?$/i.exec(uri)?.[1] ?? uri.replace(/[?#].*$/, '')
  const found = PATH.exec(path)
  if (!found) return undefined
  const control = found[4]
  const track = (Object.keys(TRACK_CONTROLS) as (keyof typeof TRACK_CONTROLS)[]).find(
    (name) => TRACK_CONTROLS[name] === control,
  )
  if (control && !track) return undefined
  return { sn: found[1]!, chnId: Number(found[2]), stream: found[3] as StreamUri['stream'], track }
}
