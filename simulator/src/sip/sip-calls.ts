/** What users of the SIP endpoint give to it and get from it. */
import type { SipHeader, SipRequest, SipResponse } from '../wire/sip/sip-message.ts'
import type { ClientEnd } from './client-transaction.ts'
import type { SipPeer } from './sip-net.ts'

export type MessageParts = { headers?: readonly SipHeader[]; body?: Uint8Array }

/** What becomes of a request. One of `answered` and `failed` is called, once. */
export type CallEvents = {
  progress?(response: SipResponse): void
  /** The final response, whatever its status. */
  answered(response: SipResponse): void
  failed(reason: Exclude<ClientEnd, 'done'>): void
}

export type Call = {
  /** Of an INVITE without a final response: CANCEL is sent once that is allowed. */
  cancel(): void
}

/** unacknowledged: no ACK came to our 2xx; lost: the other side no longer knows it, or cannot be reached. */
export type DialogEnd = 'bye' | 'ended' | 'unacknowledged' | 'lost' | 'closed'

export type DialogEvents = {
  /** A request inside the dialog, except ACK and BYE. Left out: 405. */
  request?(incoming: IncomingRequest): void
  /** The ACK to our 2xx, once for each INVITE. */
  acked?(request: SipRequest): void
  /** It is over, by whatever side. Called once. */
  ended(reason: DialogEnd): void
}

export type SipDialog = {
  readonly callId: string
  /** Whether it is over. */
  isOver(): boolean
  request(method: string, parts: MessageParts, events: CallEvents): Call
  /** Ends it with BYE when it was opened by an INVITE, else silently. */
  end(): void
}

export type IncomingRequest = {
  request: SipRequest
  from: SipPeer
  /** A response with a tag of ours. After the final one it does nothing. */
  respond(status: number, parts?: MessageParts & { reason?: string }): void
  /** A 2xx that opens a dialog; undefined when the request is over, or there is no room (503 is sent then). */
  accept(parts: MessageParts & { status?: number }, events: DialogEvents): SipDialog | undefined
  /** CANCEL has come, and the INVITE was answered 487. */
  onCancelled(listener: () => void): void
}

export type RequestHandler = (incoming: IncomingRequest) => void
