/** The head of a message: start line and headers (RFC 3261 section 7). Lines may end with LF alone. */
import { fullHeaderName } from './header-names.ts'
import type { SipHeader, SipRequest, SipResponse } from './sip-message.ts'
import { type SipRead, sipProblem } from './sip-problem.ts'

export type SipHead =
  | { start: Pick<SipRequest, 'kind' | 'method' | 'uri'>; headers: SipHeader[] }
  | { start: Pick<SipResponse, 'kind' | 'status' | 'reason'>; headers: SipHeader[] }

/** More headers than this no device sends. */
export const HEADERS_MAX = 256

const LF = 10
const CR = 13
const TOKEN = /^[\w.!%*+`'~-]+$/
const REQUEST = /^([\w.!%*+`'~-]+) (\S+) SIP\/(\d+\.\d+)$/i
const RESPONSE = /^SIP\/(\d+\.\d+) (\d{3})(?: (.*))?$/i
const NEEDED = ['Via', 'From', 'To', 'Call-ID', 'CSeq']

/** Not fatal: devices put other encodings than UTF-8 into free texts. */
const utf8 = new TextDecoder('utf-8', { ignoreBOM: true })

/** A request line or status line. `offset` is that of the line, for problems. */
export function readStartLine(line: string, offset = 0): SipRead<SipHead['start']> {
  const request = REQUEST.exec(line)
  const response = request ? null : RESPONSE.exec(line)
  const version = request?.[3] ?? response?.[1]
  if (version === undefined) {
    return sipProblem('startLine', offset, `'${line.slice(0, 40)}' begins no message`)
  }
  if (version !== '2.0') return sipProblem('version', offset, `SIP/${version}, not SIP/2.0`)
  if (request) return { ok: true, value: { kind: 'request', method: request[1]!, uri: request[2]! } }
  const status = Number(response![2])
  if (status < 100 || status > 699) return sipProblem('startLine', offset, `status ${status}`)
  return { ok: true, value: { kind: 'response', status, reason: response![3] ?? '' } }
}

/** Text of a line without its end, blanks at the end included. */
export function lineText(bytes: Uint8Array, from: number, lf: number): string {
  const end = lf > from && bytes[lf - 1] === CR ? lf - 1 : lf
  return utf8.decode(bytes.subarray(from, end))
}

/**
 * Reads `bytes` from the start line to the blank line (which may be missing at the end of a datagram). Folded lines are
 * joined by one blank. `offset` is that of the first byte, for problems.
 */
export function readHead(bytes: Uint8Array, offset: number): SipRead<SipHead> {
  let at = 0
  const next = (): { text: string; from: number } | undefined => {
    if (at >= bytes.length) return undefined
    const from = at
    const found = bytes.indexOf(LF, from)
    const lf = found < 0 ? bytes.length : found
    at = lf + 1
    return { text: lineText(bytes, from, lf), from: offset + from }
  }
  const first = next()
  const start = readStartLine(first?.text.trimEnd() ?? '', offset)
  if (!start.ok) return start
  const lines: { parts: string[]; from: number }[] = []
  for (let line = next(); line && line.text !== ''; line = next()) {
    const folded = line.text.startsWith(' ') || line.text.startsWith('\t')
    if (folded && lines.length > 0) lines.at(-1)!.parts.push(line.text.trim())
    else if (folded) return sipProblem('header', line.from, 'a folded line without a header before it')
    else lines.push({ parts: [line.text], from: line.from })
    if (lines.length > HEADERS_MAX) return sipProblem('header', line.from, `past ${HEADERS_MAX} headers`)
  }
  const headers: SipHeader[] = []
  for (const { parts, from } of lines) {
    const text = parts.filter((part) => part !== '').join(' ')
    const colon = text.indexOf(':')
    const name = text.slice(0, Math.max(colon, 0)).trimEnd()
    if (!TOKEN.test(name)) return sipProblem('header', from, `'${text.slice(0, 40)}' is no header`)
    const value = text.slice(colon + 1).trim()
    // A CR alone ends no line (section 7) and may stand in none: whoever copies the value could not write it.
    if (value.includes('\r')) return sipProblem('header', from, `${name} with a CR inside`)
    headers.push({ name: fullHeaderName(name), value })
  }
  const missing = NEEDED.find((name) => !headers.some((header) => header.name === name))
  if (missing) return sipProblem('missing', offset, `no ${missing}`)
  return { ok: true, value: { start: start.value, headers } as SipHead }
}

/** Content-Length in bytes; undefined when there is none. */
export function contentLength(headers: readonly SipHeader[], offset: number): SipRead<number | undefined> {
  let length: number | undefined
  for (const { name, value } of headers) {
    if (name !== 'Content-Length') continue
    if (!/^\d{1,10}$/.test(value)) return sipProblem('contentLength', offset, `Content-Length '${value}'`)
    if (length !== undefined && length !== Number(value)) {
      return sipProblem('contentLength', offset, `Content-Length ${length} and ${value}`)
    }
    length = Number(value)
  }
  return { ok: true, value: length }
}
