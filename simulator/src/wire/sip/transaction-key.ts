import { readCSeq } from './cseq.ts'
import { readSipAddress } from './sip-address.ts'
import { headerValue, headerValues, type SipMessage } from './sip-message.ts'
import { parameterValue } from './sip-parameters.ts'
import { type SipRead, sipProblem } from './sip-problem.ts'
import { readVia } from './via.ts'

/** Branches of RFC 3261 begin with it: they are unique. */
export const BRANCH_COOKIE = 'z9hG4bK'

/**
 * The text that all messages of one transaction have in common: branch, sent-by and method (RFC 3261 sections 17.1.3
 * and 17.2.3). ACK counts as INVITE. `method` asks for another transaction of the same branch: that of the INVITE which a
 * CANCEL ends. Without a branch of RFC 3261 it is Call-ID, CSeq, the tag of From and the top Via; To's tag and the
 * Request-URI of RFC 2543 are left out, so that an ACK and the responses have the same key. A problem when Via, CSeq
 * or From cannot be read.
 */
export function transactionKey(message: SipMessage, method?: string): SipRead<string> {
  const top = headerValues(message, 'Via')[0]
  if (top === undefined) return sipProblem('missing', 0, 'no Via')
  const via = readVia(top)
  if (!via.ok) return via
  const cseq = readCSeq(headerValue(message, 'CSeq') ?? '')
  if (!cseq.ok) return cseq
  const named = method ?? cseq.value.method
  const counted = named === 'ACK' ? 'INVITE' : named
  const sentBy = `${via.value.host.toLowerCase()}:${via.value.port ?? 5060}`
  const branch = parameterValue(via.value.parameters, 'branch') ?? ''
  if (branch.toLowerCase().startsWith(BRANCH_COOKIE.toLowerCase()) && branch.length > BRANCH_COOKIE.length) {
    return { ok: true, value: `${branch}|${sentBy}|${counted}` }
  }
  const from = readSipAddress(headerValue(message, 'From') ?? '')
  if (!from.ok) return from
  const tag = parameterValue(from.value.parameters, 'tag') ?? ''
  const callId = headerValue(message, 'Call-ID') ?? ''
  return { ok: true, value: `${callId}|${cseq.value.number}|${tag}|${branch}|${sentBy}|${counted}` }
}
