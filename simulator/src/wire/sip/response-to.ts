/** Responses to requests (RFC 3261 sections 8.2.6 and 12.1.1). */
import { headerValues, type SipHeader, type SipRequest, type SipResponse } from './sip-message.ts'
import { type SipRead, sipProblem } from './sip-problem.ts'
import { STATUS_REASONS } from './status-reasons.ts'
import { markedVia, readVia, type Source, writeVia } from './via.ts'

export type ResponseParts = {
  status: number
  /** The usual phrase of the status when left out. */
  reason?: string
  /** Added to To unless it has a tag; 100 needs none. */
  toTag?: string
  /** Behind the copied ones. */
  headers?: readonly SipHeader[]
  body?: Uint8Array
}

const NO_BODY = new Uint8Array()
const TAG = /;\s*tag\s*=/i

/**
 * Copies all Via, From, To, Call-ID and CSeq in the order of the request; Record-Route in the answers that may begin a
 * dialog, Timestamp in 100. Throws a RangeError for a status outside 100–699, and for a final answer whose To has no
 * tag and gets none.
 */
export function responseTo(request: SipRequest, parts: ResponseParts): SipResponse {
  const { status, toTag } = parts
  if (!(Number.isInteger(status) && status >= 100 && status <= 699)) throw new RangeError(`status ${status}`)
  const copied = new Set(['via', 'from', 'to', 'call-id', 'cseq'])
  if (status > 100 && status < 300) copied.add('record-route')
  if (status === 100) copied.add('timestamp')
  const headers = request.headers
    .filter(({ name }) => copied.has(name.toLowerCase()))
    .map((header) => {
      if (header.name.toLowerCase() !== 'to' || hasTag(header.value)) return header
      if (toTag === undefined && status >= 200) throw new RangeError('a final answer needs a tag in To')
      return toTag === undefined ? header : { name: header.name, value: `${header.value};tag=${toTag}` }
    })
  return {
    kind: 'response',
    status,
    reason: parts.reason ?? STATUS_REASONS[status] ?? '',
    headers: [...headers, ...(parts.headers ?? [])],
    body: parts.body ?? NO_BODY,
  }
}

/** A tag of the header, not a parameter inside the brackets. */
const hasTag = (to: string) => TAG.test(to.slice(to.lastIndexOf('>') + 1))

/** The request as a server keeps it: `received` and `rport` in its top Via. A problem when that Via cannot be read. */
export function markReceived(request: SipRequest, source: Source): SipRead<SipRequest> {
  const [top, ...others] = headerValues(request, 'Via')
  if (top === undefined) return sipProblem('missing', 0, 'no Via')
  const via = readVia(top)
  if (!via.ok) return via
  const values = [writeVia(markedVia(via.value, source)), ...others]
  const first = request.headers.findIndex(({ name }) => name.toLowerCase() === 'via')
  const headers = request.headers.flatMap((header, at) => {
    if (at === first) return values.map((value) => ({ name: 'Via', value }))
    return header.name.toLowerCase() === 'via' ? [] : [header]
  })
  return { ok: true, value: { ...request, headers } }
}
