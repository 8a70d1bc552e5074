/** Tracks of a session description that a client of RTSP can take (RFC 2326, C.1; RFC 6184, 7798, 3640, 3551). */
import { attributeValue, type SdpMedia, type SdpSession } from '../sdp/sdp-session.ts'

export type VideoTrack = {
  kind: 'video'
  codec: 'h264' | 'h265'
  payloadType: number
  clockHz: number
  control: string
  /** Parameter sets that the description holds, as NAL units; streams repeat them or not. */
  sets: Uint8Array[]
}

export type AudioTrack = {
  kind: 'audio'
  codec: 'aac' | 'pcma' | 'pcmu'
  payloadType: number
  clockHz: number
  control: string
  /** AudioSpecificConfig of AAC. */
  config: Uint8Array
}

export type DescribedTracks = {
  /** Address of the whole session. */
  control: string
  video: VideoTrack | undefined
  audio: AudioTrack | undefined
  /** Encodings of video that there are and that none of ours can read. */
  otherVideo: string[]
}

/** `base`: of Content-Base, Content-Location, or the address that was asked (C.1.1). */
export function readDescription(sdp: SdpSession, base: string): DescribedTracks {
  let video: VideoTrack | undefined
  let audio: AudioTrack | undefined
  const otherVideo: string[] = []
  for (const media of sdp.media) {
    const control = resolveControl(base, attributeValue(media.attributes, 'control'))
    // What the client would have to send: a back channel (ONVIF Streaming, 5.3).
    if (media.attributes.some(({ name }) => name === 'sendonly')) continue
    for (const format of formatsOf(media)) {
      if (media.media === 'video') {
        const found = videoOf(format, control)
        if (found) video ??= found
        else otherVideo.push(format.encoding)
      } else if (media.media === 'audio') audio ??= audioOf(format, control)
    }
  }
  return {
    control: resolveControl(base, attributeValue(sdp.attributes, 'control')),
    video,
    audio,
    otherVideo,
  }
}

/** The address of a track: absolute, or behind the base, as servers in use expect it. */
function resolveControl(base: string, control: string | undefined): string {
  if (control === undefined || control === '' || control === '*') return base
  if (/^rtsps?:\/\//i.test(control)) return control
  return `${base}${base.endsWith('/') ? '' : '/'}${control}`
}

type Format = {
  payloadType: number
  encoding: string
  clockHz: number
  parameters: ReadonlyMap<string, string>
}

/** Static payload types that cameras use (RFC 3551, 6). */
const STATIC: Readonly<Record<number, string>> = { 0: 'PCMU', 8: 'PCMA', 26: 'JPEG', 32: 'MPV' }

function formatsOf(media: SdpMedia): Format[] {
  const valuesOf = (name: string) =>
    media.attributes.flatMap((attribute) => (attribute.name === name ? [attribute.value ?? ''] : []))
  return media.formats.flatMap((text): Format[] => {
    const payloadType = Number(text)
    if (!(Number.isInteger(payloadType) && payloadType >= 0 && payloadType <= 127)) return []
    const behind = (name: string) =>
      valuesOf(name)
        .find((value) => value.split(/\s/, 1)[0] === text)
        ?.slice(text.length)
        .trim()
    const [encoding = STATIC[payloadType] ?? `payload type ${payloadType}`, clock] = (behind('rtpmap') ?? '')
      .split('/')
      .map((part) => part || undefined)
    const parameters = new Map(
      (behind('fmtp') ?? '').split(';').map((part) => {
        const at = part.indexOf('=')
        const name = (at < 0 ? part : part.slice(0, at)).trim().toLowerCase()
        return [name, at < 0 ? '' : part.slice(at + 1).trim()]
      }),
    )
    const clockHz = Number(clock ?? (media.media === 'audio' ? 8000 : 90_000))
    return clockHz > 0 && clockHz <= 1_000_000 ? [{ payloadType, encoding, clockHz, parameters }] : []
  })
}

function videoOf(format: Format, control: string): VideoTrack | undefined {
  const { payloadType, clockHz, parameters } = format
  const encoding = format.encoding.toUpperCase()
  const codec = encoding === 'H264' ? 'h264' : encoding === 'H265' || encoding === 'HEVC' ? 'h265' : undefined
  // Packets with decoding order numbers are sent out of order (RFC 6184, 5.5; RFC 7798, 7.1).
  const isInterleaved = parameters.get('packetization-mode') === '2'
  const hasOrderNumbers = Number(parameters.get('sprop-max-don-diff') ?? 0) > 0
  if (!codec || isInterleaved || hasOrderNumbers) return undefined
  const names = codec === 'h264' ? ['sprop-parameter-sets'] : ['sprop-vps', 'sprop-sps', 'sprop-pps']
  const sets = names
    .flatMap((name) => (parameters.get(name) ?? '').split(','))
    .map((text) => new Uint8Array(Buffer.from(text, 'base64')))
    .filter(({ length }) => length > 0)
  return { kind: 'video', codec, payloadType, clockHz, control, sets }
}

function audioOf(format: Format, control: string): AudioTrack | undefined {
  const { payloadType, clockHz, parameters } = format
  const encoding = format.encoding.toUpperCase()
  const common = { kind: 'audio', payloadType, clockHz, control } as const
  const none = new Uint8Array()
  if (encoding === 'PCMA' || encoding === 'PCMU')
    return clockHz === 8000
      ? { ...common, codec: encoding === 'PCMA' ? 'pcma' : 'pcmu', config: none }
      : undefined
  const isHbr = parameters.get('sizelength') === '13' && parameters.get('indexlength') === '3'
  const config = new Uint8Array(Buffer.from(parameters.get('config') ?? '', 'hex'))
  if (encoding !== 'MPEG4-GENERIC' || !isHbr || config.length < 2) return undefined
  return { ...common, codec: 'aac', config }
}
