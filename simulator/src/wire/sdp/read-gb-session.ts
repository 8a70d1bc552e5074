import { GB_PAYLOADS, type GbPayload, readRtpMap } from './gb-payloads.ts'
import { GB_SESSION_KINDS, type GbSession } from './gb-session.ts'
import { type SdpRead, sdpProblem } from './sdp-problem.ts'
import { attributeValue, type SdpAttribute, type SdpMedia, type SdpSession } from './sdp-session.ts'

const DIRECTIONS = ['sendonly', 'recvonly', 'sendrecv', 'inactive'] as const

/**
 * What a description of GB/T 28181 says of its first stream whose port is not 0, or else of its first one. Attributes of
 * the session count where the stream has none. Problems: `missing` without a stream or an address, `media` for another
 * protocol, `time` for a span that runs backwards, `value` for attributes with impossible values.
 */
export function readGbSession(sdp: SdpSession): SdpRead<GbSession> {
  const streams = sdp.media.filter(({ media }) => media === 'video' || media === 'audio')
  const stream = streams.find(({ port }) => port !== 0) ?? streams[0]
  if (!stream) return sdpProblem('missing', 0, 'no m=video or m=audio')
  const connection = stream.connection ?? sdp.connection
  if (!connection) return sdpProblem('missing', 0, 'no c=')
  const protocol = stream.protocol.toUpperCase()
  if (protocol !== 'RTP/AVP' && protocol !== 'TCP/RTP/AVP')
    return sdpProblem('media', 0, `protocol ${stream.protocol}`)
  const attributes = [...stream.attributes, ...sdp.attributes]
  const value: GbSession = {
    ownerId: sdp.origin.user,
    connection,
    media: stream.media as 'video' | 'audio',
    port: stream.port,
    transport: protocol === 'RTP/AVP' ? 'udp' : 'tcp',
    direction: DIRECTIONS.find((name) => attributeValue(attributes, name) !== undefined) ?? 'sendrecv',
    payloads: payloadsOf(stream),
  }
  const kind = GB_SESSION_KINDS.find((name) => name.toLowerCase() === sdp.name.toLowerCase())
  if (kind) value.kind = kind
  if (sdp.ssrc !== undefined) value.ssrc = sdp.ssrc
  if (sdp.format !== undefined) value.format = sdp.format
  return (
    putSource(value, sdp.uri) ??
    putSpan(value, sdp) ??
    putConnection(value, attributes) ??
    putNumbers(value, attributes) ?? { ok: true, value }
  )
}

/** A problem, or undefined when there was none. */
type Put = Extract<SdpRead<never>, { ok: false }> | undefined

/** `id:type`, where 2016 has only the id in some texts; other URIs are none of ours. */
function putSource(value: GbSession, uri: string | undefined): Put {
  const [, id, type] = /^(\d{1,20})(?::(\d))?$/.exec(uri ?? '') ?? []
  if (id !== undefined) value.source = type === undefined ? { id } : { id, type: Number(type) }
  return undefined
}

function putSpan(value: GbSession, { times }: SdpSession): Put {
  const [startS, stopS] = [Number(times[0]?.start ?? 0), Number(times[0]?.stop ?? 0)]
  if (startS === 0 && stopS === 0) return undefined
  if (stopS < startS || !Number.isSafeInteger(stopS)) return sdpProblem('time', 0, `t=${startS} ${stopS}`)
  value.span = { startS, stopS }
  return undefined
}

function putConnection(value: GbSession, attributes: readonly SdpAttribute[]): Put {
  const setup = attributeValue(attributes, 'setup')?.toLowerCase()
  if (setup === 'active' || setup === 'passive' || setup === 'actpass') value.setup = setup
  else if (setup !== undefined) return sdpProblem('value', 0, `a=setup:${setup.slice(0, 40)}`)
  const reuse = attributeValue(attributes, 'connection')?.toLowerCase()
  if (reuse === 'new' || reuse === 'existing') value.reuse = reuse
  else if (reuse !== undefined) return sdpProblem('value', 0, `a=connection:${reuse.slice(0, 40)}`)
  return undefined
}

const NUMBERS = [
  ['downloadspeed', 'downloadSpeed'],
  ['filesize', 'fileSizeBytes'],
  ['streamnumber', 'streamNumber'],
  ['stream', 'streamNumber'],
] as const

function putNumbers(value: GbSession, attributes: readonly SdpAttribute[]): Put {
  for (const [name, field] of NUMBERS) {
    const text = attributeValue(attributes, name)
    // Devices have words of their own in a=stream.
    if (text === undefined || (name === 'stream' && !/^\d$/.test(text))) continue
    const number = /^\d{1,15}(\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN
    if (Number.isNaN(number)) return sdpProblem('value', 0, `a=${name}:${text.slice(0, 40)}`)
    value[field] ??= number
  }
  return undefined
}

/** By a=rtpmap, else by the standard's table; types that neither knows are left out. */
function payloadsOf({ formats, attributes }: SdpMedia): GbPayload[] {
  const maps = attributes.flatMap(({ name, value }) => {
    const map = name === 'rtpmap' && value !== undefined ? readRtpMap(value) : undefined
    return map ? [map] : []
  })
  return formats.flatMap((format) => {
    const type = /^\d{1,3}$/.test(format) ? Number(format) : -1
    const found =
      maps.find((map) => map.type === type) ?? GB_PAYLOADS.find((payload) => payload.type === type)
    return found ? [found] : []
  })
}
