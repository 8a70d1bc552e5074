/**
 * Bodies of Application/MANSRTSP in INFO: control of what is played back (annex B of 2016). RTSP without a URI; the
 * version is MANSRTSP/1.0 in requests of 2016 and later, RTSP/1.0 in older ones and in many answers.
 */
import { type GbRead, gbProblem } from './gb-problem.ts'

export type MansrtspVersion = 'MANSRTSP/1.0' | 'RTSP/1.0'
/** Seconds from the beginning of the recording; `now` is where it plays. */
export type NptRange = { start: number | 'now'; end?: number }

export type MansrtspRequest = {
  kind: 'request'
  method: 'PLAY' | 'PAUSE' | 'TEARDOWN'
  version: MansrtspVersion
  cseq: number
  /** 1 is the recording's speed, negative is backwards. */
  scale?: number
  range?: NptRange
  /** PauseTime of PAUSE. */
  pauseNow?: true
}
export type MansrtspResponse = {
  kind: 'response'
  version: MansrtspVersion
  status: number
  reason: string
  cseq: number
  scale?: number
  range?: NptRange
  /** As it is written: `seq=…;rtptime=…`. */
  rtpInfo?: string
}
export type Mansrtsp = MansrtspRequest | MansrtspResponse

const TEXT_MAX = 4096
const REQUEST = /^(PLAY|PAUSE|TEARDOWN)(?:\s+\S+)??\s+(MANSRTSP\/1\.0|RTSP\/1\.0)$/i
const RESPONSE = /^(MANSRTSP\/1\.0|RTSP\/1\.0)\s+(\d{3})(?:\s(.*))?$/i
const NPT = /^npt\s*=\s*(now|\d{1,9}(?:\.\d{0,6})?)\s*-\s*(\d{1,9}(?:\.\d{0,6})?)?$/i
const SCALE = /^[+-]?\d{1,6}(?:\.\d{0,9})?$/
const utf8 = new TextDecoder()

/**
 * Reads a body. A URI between method and version is passed over. Headers without meaning here are left out. Problems
 * `mansrtsp` with the character offset of the line.
 */
export function readMansrtsp(body: string | Uint8Array): GbRead<Mansrtsp> {
  const text = (typeof body === 'string' ? body : utf8.decode(body)).replace(/[\0\s]+$/, '')
  if (text.length > TEXT_MAX) return gbProblem('tooLong', TEXT_MAX, `${text.length} characters`)
  const [first = '', ...rest] = text.split('\n')
  const start = first.trim()
  const request = REQUEST.exec(start)
  const response = RESPONSE.exec(start)
  if (!request && !response) return gbProblem('mansrtsp', 0, `'${start.slice(0, 40)}'`)
  const fields: { cseq?: number; scale?: number; range?: NptRange; rtpInfo?: string; pauseNow?: true } = {}
  let offset = first.length + 1
  for (const line of rest) {
    if (line.trim() !== '' && !putHeader(line.trim(), fields)) {
      return gbProblem('mansrtsp', offset, `'${line.trim().slice(0, 60)}'`)
    }
    offset += line.length + 1
  }
  const { cseq, scale, range, rtpInfo, pauseNow } = fields
  if (cseq === undefined) return gbProblem('missing', 0, 'no CSeq')
  const version = (request?.[2] ?? response![1])!.toUpperCase() as MansrtspVersion
  const shared = { cseq, ...(scale !== undefined && { scale }), ...(range && { range }) }
  if (request) {
    const method = request[1]!.toUpperCase() as MansrtspRequest['method']
    return { ok: true, value: { kind: 'request', method, version, ...shared, ...(pauseNow && { pauseNow }) } }
  }
  const [status, reason] = [Number(response![2]), response![3] ?? '']
  return {
    ok: true,
    value: {
      kind: 'response',
      version,
      status,
      reason,
      ...shared,
      ...(rtpInfo !== undefined && { rtpInfo }),
    },
  }
}

/** False for a line that is no header, and for a bad value of a header with meaning. */
function putHeader(
  line: string,
  fields: { cseq?: number; scale?: number; range?: NptRange; rtpInfo?: string; pauseNow?: true },
): boolean {
  const colon = line.indexOf(':')
  if (colon <= 0) return false
  const value = line.slice(colon + 1).trim()
  switch (line.slice(0, colon).trim().toLowerCase()) {
    case 'cseq':
      if (!/^\d{1,10}$/.test(value)) return false
      fields.cseq = Number(value)
      return true
    case 'scale':
      if (!SCALE.test(value)) return false
      fields.scale = Number(value)
      return true
    case 'range': {
      const [, from, to] = NPT.exec(value) ?? []
      if (from === undefined) return false
      fields.range = { start: from.toLowerCase() === 'now' ? 'now' : Number(from) }
      if (to !== undefined) fields.range.end = Number(to)
      return true
    }
    case 'rtp-info':
      fields.rtpInfo = value
      return true
    case 'pausetime':
      if (value.toLowerCase() !== 'now') return false
      fields.pauseNow = true
      return true
    default:
      return true
  }
}

/** Text of a body. Throws a RangeError for numbers that would not be read back and for line breaks. */
export function writeMansrtsp(message: Mansrtsp): string {
  const { version, cseq, scale, range } = message
  const isRequest = message.kind === 'request'
  const lines = [
    isRequest ? `${message.method} ${version}` : `${version} ${message.status} ${message.reason}`.trimEnd(),
    `CSeq: ${cseq}`,
  ]
  if (scale !== undefined) lines.push(`Scale: ${scale}`)
  if (isRequest && message.pauseNow) lines.push('PauseTime: now')
  if (range) lines.push(`Range: npt=${range.start}-${range.end ?? ''}`)
  if (!isRequest && message.rtpInfo !== undefined) lines.push(`RTP-Info: ${message.rtpInfo}`)
  const text = `${lines.join('\r\n')}\r\n\r\n`
  if (lines.some((line) => /[\r\n]/.test(line)) || !readMansrtsp(text).ok) {
    throw new RangeError(`MANSRTSP ${lines.join(' | ').slice(0, 200)}`)
  }
  return text
}
