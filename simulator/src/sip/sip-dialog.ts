/** State of a dialog (RFC 3261 section 12): who talks to whom, the numbers of requests, and the way that they take. */
import { readCSeq, writeCSeq } from '../wire/sip/cseq.ts'
import {
  headerValue,
  headerValues,
  type SipHeader,
  type SipRequest,
  type SipResponse,
} from '../wire/sip/sip-message.ts'
import { parameterValue } from '../wire/sip/sip-parameters.ts'
import { readSipUri } from '../wire/sip/sip-uri.ts'
import type { SipPeer } from './sip-net.ts'
import { header, hostText, newToken, peerOf, tagIn, uriText } from './sip-text.ts'

export type DialogState = {
  callId: string
  localTag: string
  /** undefined until the other side has answered. */
  remoteTag: string | undefined
  /** name-addr without a tag, as in From or To. */
  local: string
  remote: string
  localCSeq: number
  remoteCSeq: number | undefined
  /** Request-URI of what is sent in it. */
  target: string
  routes: readonly string[]
  /** Where the other side's messages came from. */
  peer: SipPeer
}

/** Numbers are below 2³¹ (section 8.1.1.5). */
const FIRST_CSEQ = 1

export const outgoingDialog = (parts: {
  local: string
  remote: string
  target: string
  peer: SipPeer
  callId?: string
}): DialogState => ({
  ...parts,
  callId: parts.callId ?? newToken(),
  localTag: newToken(),
  remoteTag: undefined,
  localCSeq: FIRST_CSEQ - 1,
  remoteCSeq: undefined,
  routes: [],
})

/** Of a request that was checked. */
export function incomingDialog(request: SipRequest, peer: SipPeer, localTag: string): DialogState {
  return {
    callId: headerValue(request, 'Call-ID')!,
    localTag,
    remoteTag: tagIn(request, 'From'),
    local: headerValue(request, 'To')!,
    remote: withoutTag(headerValue(request, 'From')!),
    localCSeq: FIRST_CSEQ - 1,
    remoteCSeq: cseqNumber(request),
    target: contactOf(request) ?? targetIn(headerValue(request, 'From')!) ?? uriOf(peer),
    routes: routesOf(request),
    peer,
  }
}

export const cseqNumber = (message: SipRequest | SipResponse): number => {
  const read = readCSeq(headerValue(message, 'CSeq') ?? '')
  return read.ok ? read.value.number : 0
}

/** The URI in a header value; undefined for one that a request line cannot hold. */
function targetIn(value: string): string | undefined {
  const uri = uriText(value)
  return /^\S+$/.test(uri) && readSipUri(uri).ok ? uri : undefined
}

function contactOf(message: SipRequest | SipResponse): string | undefined {
  const contact = headerValues(message, 'Contact')[0]
  return contact === undefined ? undefined : targetIn(contact)
}

const routesOf = (message: SipRequest | SipResponse): string[] =>
  headerValues(message, 'Record-Route').filter((route) => targetIn(route) !== undefined)

const uriOf = ({ address, port }: SipPeer): string => `sip:${hostText(address)}:${port}`

const withoutTag = (value: string): string => value.replace(/;\s*tag\s*=[^;>\s]*/i, '')

/** Takes what a 2xx, or a first NOTIFY, says of the other side. */
export function confirm(dialog: DialogState, message: SipRequest | SipResponse): void {
  const tag = tagIn(message, message.kind === 'request' ? 'From' : 'To')
  if (dialog.remoteTag === undefined) {
    dialog.remoteTag = tag
    const routes = routesOf(message)
    dialog.routes = message.kind === 'request' ? routes : routes.reverse()
  }
  dialog.target = contactOf(message) ?? dialog.target
}

/**
 * The next request of the dialog, without Via (section 12.2.1.1), and where it goes: to the first route, else to the
 * target, else, as when `isSymmetric`, to where the other side's messages came from.
 */
export function dialogRequest(
  dialog: DialogState,
  parts: { method: string; headers: readonly SipHeader[]; body: Uint8Array; cseq?: number },
  isSymmetric: boolean,
): { request: SipRequest; to: SipPeer } {
  if (parts.cseq === undefined) dialog.localCSeq++
  const first = dialog.routes[0]
  const isLoose = first === undefined || hasLr(first)
  const routes = isLoose ? dialog.routes : [...dialog.routes.slice(1), `<${dialog.target}>`]
  const uri = isLoose ? dialog.target : uriText(first)
  const remoteTag = dialog.remoteTag === undefined ? '' : `;tag=${dialog.remoteTag}`
  const request: SipRequest = {
    kind: 'request',
    method: parts.method,
    uri,
    headers: [
      ...routes.map((value) => header('Route', value)),
      header('Max-Forwards', '70'),
      header('From', `${dialog.local};tag=${dialog.localTag}`),
      header('To', `${dialog.remote}${remoteTag}`),
      header('Call-ID', dialog.callId),
      header('CSeq', writeCSeq({ number: parts.cseq ?? dialog.localCSeq, method: parts.method })),
      ...parts.headers,
    ],
    body: parts.body,
  }
  const { transport } = dialog.peer
  const next = peerOf(first === undefined ? dialog.target : uriText(first), transport)
  const isLearned = dialog.remoteTag !== undefined && !isSymmetric && transport === 'udp'
  return { request, to: (isLearned ? next : undefined) ?? dialog.peer }
}

function hasLr(route: string): boolean {
  const uri = readSipUri(uriText(route))
  return uri.ok && parameterValue(uri.value.parameters, 'lr') !== undefined
}
