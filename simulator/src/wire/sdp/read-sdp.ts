/** Reader of session descriptions (RFC 8866 section 9). Lines may end with LF alone and stand in any order. */
import { type SdpRead, sdpProblem } from './sdp-problem.ts'
import type { SdpAddress, SdpAttribute, SdpMedia, SdpOrigin, SdpSession, SdpTime } from './sdp-session.ts'

/** Descriptions of devices are below 1 KiB. */
export const SDP_TEXT_MAX = 65_536
export const SDP_LINES_MAX = 1000

type Changing<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer V)[] ? V[] : T[K] }
type Draft = Partial<Pick<SdpSession, 'origin' | 'name'>> &
  Changing<Omit<SdpSession, 'origin' | 'name' | 'media'>> & { media: Changing<SdpMedia>[] }
type Line = { letter: string; value: string; offset: number }
/** A problem, or undefined when the line was taken. */
type Taken = Extract<SdpRead<never>, { ok: false }> | undefined

const NUMBER = /^\d{1,20}$/
const utf8 = new TextDecoder()

/**
 * Reads a description. v=0, o= and s= are needed; t= is not, since some devices leave it out of their answers. Lines
 * of other letters (e=, p=, r=, z=, k=), which GB/T 28181 gives no meaning, are left out. Never throws.
 */
export function readSdp(input: string | Uint8Array): SdpRead<SdpSession> {
  const text = typeof input === 'string' ? input : utf8.decode(input)
  if (text.length > SDP_TEXT_MAX) return sdpProblem('tooLong', SDP_TEXT_MAX, `${text.length} characters`)
  const lines = linesOf(text)
  if (!lines.ok) return lines
  const [first, ...rest] = lines.value
  if (first?.letter !== 'v' || first.value.trim() !== '0') {
    return sdpProblem('version', first?.offset ?? 0, 'it does not begin with v=0')
  }
  const draft: Draft = { bandwidths: [], times: [], attributes: [], media: [] }
  for (const line of rest) {
    const problem = take(draft, line)
    if (problem) return problem
  }
  const { origin, name } = draft
  if (!origin) return sdpProblem('missing', 0, 'no o=')
  if (name === undefined) return sdpProblem('missing', 0, 'no s=')
  return { ok: true, value: { ...draft, origin, name } }
}

function linesOf(text: string): SdpRead<Line[]> {
  const lines: Line[] = []
  let offset = 0
  for (const raw of text.split('\n')) {
    const line = raw.endsWith('\r') ? raw.slice(0, -1) : raw
    // Zeros fill up what some devices send.
    if (line.replaceAll('\0', '').trim() !== '') {
      if (!/^[a-zA-Z]=/.test(line)) return sdpProblem('line', offset, `'${line.slice(0, 40)}' is no line`)
      if (lines.length === SDP_LINES_MAX) return sdpProblem('tooLong', offset, `past ${SDP_LINES_MAX} lines`)
      lines.push({ letter: line[0]!, value: line.slice(2), offset })
    }
    offset += raw.length + 1
  }
  return { ok: true, value: lines }
}

function take(draft: Draft, line: Line): Taken {
  const media = draft.media.at(-1)
  const { letter, value, offset } = line
  const part = media ?? draft
  switch (letter) {
    case 'o': {
      const origin = readOrigin(value)
      if (!origin) return sdpProblem('origin', offset, `o=${value.slice(0, 60)}`)
      draft.origin = origin
      return undefined
    }
    case 's':
      draft.name = value.trim()
      return undefined
    case 'u':
      draft.uri = value.trim()
      return undefined
    case 'i':
      if (media) media.title = value
      else draft.information = value
      return undefined
    case 'c': {
      const connection = readAddress(value.trim().split(/\s+/))
      if (!connection) return sdpProblem('connection', offset, `c=${value.slice(0, 60)}`)
      part.connection = connection
      return undefined
    }
    case 'b':
      part.bandwidths.push(value.trim())
      return undefined
    case 't': {
      const time = readTime(value)
      if (!time) return sdpProblem('time', offset, `t=${value.slice(0, 60)}`)
      draft.times.push(time)
      return undefined
    }
    case 'a':
      part.attributes.push(readAttribute(value))
      return undefined
    case 'm': {
      const section = readMedia(value)
      if (!section) return sdpProblem('media', offset, `m=${value.slice(0, 60)}`)
      draft.media.push(section)
      return undefined
    }
    case 'y':
      draft.ssrc = value.trim()
      return undefined
    case 'f':
      draft.format = value.trim()
      return undefined
    default:
      return undefined
  }
}

function readOrigin(value: string): SdpOrigin | undefined {
  const [user, sessionId, version, ...address] = value.trim().split(/\s+/)
  const read = readAddress(address)
  if (!read || version === undefined) return undefined
  return { user: user!, sessionId: sessionId!, version, ...read }
}

/** `IN IP4 192.168.1.64`; a time to live behind the address is left out. */
function readAddress([net, type, address]: readonly string[]): SdpAddress | undefined {
  if (net !== 'IN' || (type !== 'IP4' && type !== 'IP6') || !address) return undefined
  const plain = address.split('/')[0]!
  return plain === '' ? undefined : { addressType: type, address: plain }
}

function readTime(value: string): SdpTime | undefined {
  const [start, stop, more] = value.trim().split(/\s+/)
  if (more !== undefined || !NUMBER.test(start ?? '') || !NUMBER.test(stop ?? '')) return undefined
  return { start: start!, stop: stop! }
}

function readAttribute(value: string): SdpAttribute {
  const colon = value.indexOf(':')
  return colon < 0
    ? { name: value.trim() }
    : { name: value.slice(0, colon).trim(), value: value.slice(colon + 1).trim() }
}

function readMedia(value: string): Changing<SdpMedia> | undefined {
  const [media, ports, protocol, ...formats] = value.trim().split(/\s+/)
  const [, port, count] = /^(\d{1,5})(?:\/(\d{1,5}))?$/.exec(ports ?? '') ?? []
  if (port === undefined || Number(port) > 65_535 || protocol === undefined) return undefined
  const section = { media: media!, port: Number(port), protocol, formats, bandwidths: [], attributes: [] }
  return count === undefined ? section : { ...section, portCount: Number(count) }
}
