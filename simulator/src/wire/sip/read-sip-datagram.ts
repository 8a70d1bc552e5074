import { contentLength, readHead } from './read-head.ts'
import { DEFAULT_LIMITS, type SipLimits } from './sip-limits.ts'
import type { SipMessage } from './sip-message.ts'
import { type SipRead, sipProblem } from './sip-problem.ts'

const [NUL, LF, CR] = [0, 10, 13]
/** What eXosip, the SIP library of many devices, sends to keep a mapping open. */
const EXOSIP_KEEP_ALIVE = [0x6a, 0x61, 0x4b]

/**
 * The message of one UDP datagram (RFC 3261 section 18.3). Bytes past Content-Length are dropped; without that header
 * the body ends with the datagram. Problems: `empty` for a keep-alive (blank lines, zeros, "jaK"), `cut` when the body
 * is shorter than promised, `tooLong` and `bodyTooLong` past the limits, and those of the head. Never throws.
 */
export function readSipDatagram(bytes: Uint8Array, limits: SipLimits = DEFAULT_LIMITS): SipRead<SipMessage> {
  let start = 0
  while (start < bytes.length && (bytes[start] === CR || bytes[start] === LF || bytes[start] === NUL)) start++
  const rest = bytes.subarray(start)
  if (rest.length === 0 || isExosipKeepAlive(rest)) return sipProblem('empty', 0, 'no message')
  const bodyAt = endOfHead(rest)
  if (bodyAt > limits.headBytes)
    return sipProblem('tooLong', start, `a head of ${bodyAt} bytes, past ${limits.headBytes}`)
  const head = readHead(rest.subarray(0, bodyAt), start)
  if (!head.ok) return head
  const length = contentLength(head.value.headers, start)
  if (!length.ok) return length
  const there = rest.length - bodyAt
  const wanted = length.value ?? there
  if (wanted > limits.bodyBytes)
    return sipProblem('bodyTooLong', start + bodyAt, `a body of ${wanted} bytes, past ${limits.bodyBytes}`)
  if (wanted > there) return sipProblem('cut', bytes.length, `${there} of ${wanted} bytes of the body`)
  const body = rest.slice(bodyAt, bodyAt + wanted)
  return { ok: true, value: { ...head.value.start, headers: head.value.headers, body } as SipMessage }
}

/** Offset of the first byte behind the blank line; the length when there is none. */
function endOfHead(bytes: Uint8Array): number {
  for (let lf = bytes.indexOf(LF); lf >= 0; lf = bytes.indexOf(LF, lf + 1)) {
    if (bytes[lf + 1] === LF) return lf + 2
    if (bytes[lf + 1] === CR && bytes[lf + 2] === LF) return lf + 3
  }
  return bytes.length
}

const isExosipKeepAlive = (bytes: Uint8Array) =>
  bytes.length <= 4 && EXOSIP_KEEP_ALIVE.every((byte, at) => bytes[at] === byte)
