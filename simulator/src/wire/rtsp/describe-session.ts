/** The session description of a camera's stream (RFC 8866; RFC 6184, 8.2.1; RFC 7798, 7.2.1; RFC 3640, 4.1; RFC 2326, C.1). */
import type { AudioConfig, VideoConfig } from '../flv/flv-media.ts'
import { PAYLOAD_TYPES, VIDEO_CLOCK } from '../rtp/rtp-tracks.ts'

export type SessionFacts = {
  /** Name of the camera. */
  name: string
  /** Address of the server, and a number that changes with the description. */
  address: string
  version: number
  video: VideoConfig
  audio: AudioConfig | undefined
  /** Range of time that can be played (RFC 2326, 3.5 to 3.7), as in the Range header. */
  range: string
  /** It takes sound for the camera's loudspeaker (ONVIF Streaming Specification, 5.3). */
  backChannel?: boolean
}

/** Control addresses of the tracks, relative to the stream's own. `back`: what the client sends. */
export const TRACK_CONTROLS = { video: 'trackID=0', audio: 'trackID=1', back: 'trackID=2' } as const

export function describeSession(facts: SessionFacts): string {
  const { name, address, version, video, audio, range, backChannel = false } = facts
  // Said only where there are both directions.
  const direction = backChannel ? ['a=recvonly'] : []
  const family = address.includes(':') ? 'IP6' : 'IP4'
  return [
    'v=0',
    `o=- ${version} 1 IN ${family} ${address}`,
    `s=${name.replace(/[\r\n\0]/g, ' ').trim() || '-'}`,
    `c=IN ${family} ${family === 'IP6' ? '::' : '0.0.0.0'}`,
    't=0 0',
    'a=control:*',
    `a=range:${range}`,
    `m=video 0 RTP/AVP ${PAYLOAD_TYPES.video}`,
    ...videoLines(video),
    `a=control:${TRACK_CONTROLS.video}`,
    ...direction,
    ...(audio ? [...audioLines(audio), `a=control:${TRACK_CONTROLS.audio}`, ...direction] : []),
    ...(backChannel ? BACK_CHANNEL : []),
    '',
  ].join('\r\n')
}

const BACK_CHANNEL = [
  `m=audio 0 RTP/AVP ${PAYLOAD_TYPES.pcmu} ${PAYLOAD_TYPES.pcma}`,
  `a=rtpmap:${PAYLOAD_TYPES.pcmu} PCMU/8000`,
  `a=rtpmap:${PAYLOAD_TYPES.pcma} PCMA/8000`,
  `a=control:${TRACK_CONTROLS.back}`,
  'a=sendonly',
]

const base64 = (units: readonly Uint8Array[]) =>
  units.map((unit) => Buffer.from(unit).toString('base64')).join(',')

function videoLines({ codec, vps, sps, pps }: VideoConfig): string[] {
  const type = PAYLOAD_TYPES.video
  if (codec === 'h265')
    return [
      `a=rtpmap:${type} H265/${VIDEO_CLOCK}`,
      `a=fmtp:${type} sprop-vps=${base64(vps)};sprop-sps=${base64(sps)};sprop-pps=${base64(pps)}`,
    ]
  // profile_idc, constraint flags and level_idc follow the type of the first parameter set.
  const profile = Buffer.from(sps[0]!.subarray(1, 4)).toString('hex').toUpperCase()
  return [
    `a=rtpmap:${type} H264/${VIDEO_CLOCK}`,
    `a=fmtp:${type} packetization-mode=1;profile-level-id=${profile};sprop-parameter-sets=${base64([...sps, ...pps])}`,
  ]
}

function audioLines(audio: AudioConfig): string[] {
  const type = PAYLOAD_TYPES[audio.codec]
  if (audio.codec !== 'aac')
    return [`m=audio 0 RTP/AVP ${type}`, `a=rtpmap:${type} ${audio.codec.toUpperCase()}/8000`]
  return [
    `m=audio 0 RTP/AVP ${type}`,
    `a=rtpmap:${type} MPEG4-GENERIC/${audio.sampleRate}/${audio.channels}`,
    `a=fmtp:${type} streamtype=5;profile-level-id=1;mode=AAC-hbr;sizelength=13;indexlength=3;indexdeltalength=3;config=${Buffer.from(audio.config).toString('hex').toUpperCase()}`,
  ]
}
