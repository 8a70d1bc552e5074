/** What is wrong with a request before anybody looks at what it asks for (RFC 3261 sections 8.2 and 16.3). */
import { readCSeq } from '../wire/sip/cseq.ts'
import { headerValue, headerValues, type SipHeader, type SipRequest } from '../wire/sip/sip-message.ts'
import type { SipProblem } from '../wire/sip/sip-problem.ts'
import { STATUS_REASONS } from '../wire/sip/status-reasons.ts'
import { addressIn, header, tagIn } from './sip-text.ts'

export type Refusal = { status: number; reason?: string; headers?: readonly SipHeader[] }

/** undefined: nothing. `serves`: whether the request is for this side, by its Request-URI. */
export function requestFault(request: SipRequest, serves: (uri: string) => boolean): Refusal | undefined {
  const bad = (reason: string): Refusal => ({ status: 400, reason })
  const cseq = readCSeq(headerValue(request, 'CSeq')!)
  if (!cseq.ok) return bad('Bad CSeq')
  if (cseq.value.method !== request.method) return bad('CSeq of another method')
  if (!addressIn(request, 'From')) return bad('Bad From')
  if (!addressIn(request, 'To')) return bad('Bad To')
  if (!tagIn(request, 'From')) return bad('From without a tag')
  const hops = headerValue(request, 'Max-Forwards')
  if (hops !== undefined && !/^\d{1,3}$/.test(hops)) return bad('Bad Max-Forwards')
  if (!/^sips?:/i.test(request.uri)) return { status: 416 }
  if (!serves(request.uri)) return { status: Number(hops) === 0 && hops !== undefined ? 483 : 404 }
  const required = headerValues(request, 'Require')
  if (required.length > 0 && request.method !== 'ACK' && request.method !== 'CANCEL') {
    return { status: 420, headers: required.map((option) => header('Unsupported', option)) }
  }
  return undefined
}

const ECHOED = /^(via|v|from|f|to|t|call-id|i|cseq)[ \t]*:/i
const LINES_MOST = 64

/**
 * The answer to a datagram that is a request with something wrong in it: 400, 505 for another version, 413 for a body
 * that is too long. undefined for a response, an ACK, and for bytes whose sender is not told by a Via.
 */
export function brokenReply(bytes: Uint8Array, { code, message }: SipProblem): Uint8Array | undefined {
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, 8192))
  const [start = '', ...lines] = text.split(/\r?\n/, LINES_MOST)
  const method = /^([A-Z]{2,20}) \S+ SIP\/\d/.exec(start)?.[1]
  if (method === undefined || method === 'ACK') return undefined
  const blank = lines.indexOf('')
  const echoed = lines
    .slice(0, blank < 0 ? lines.length : blank)
    .filter((line) => ECHOED.test(line))
    .map((line) => line.replaceAll('\r', ' '))
  if (!echoed.some((line) => /^v(ia)?[ \t]*:/i.test(line))) return undefined
  const status = code === 'version' ? 505 : code === 'bodyTooLong' || code === 'tooLong' ? 413 : 400
  const reason =
    status === 400 ? `Bad Request: ${message.replace(/[^ -~]/g, '?').slice(0, 60)}` : STATUS_REASONS[status]
  return Buffer.from(
    [`SIP/2.0 ${status} ${reason}`, ...echoed, 'Content-Length: 0', '', ''].join('\r\n'),
    'latin1',
  )
}
