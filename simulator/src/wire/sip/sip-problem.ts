/** Faults of SIP bytes and texts, as an ordinary value. */

export type SipProblemCode =
  /** A datagram without a message: blank lines and other fillings that keep a mapping open. */
  | 'empty'
  /** A line that begins no message. */
  | 'startLine'
  /** Another version than SIP/2.0. */
  | 'version'
  /** A line that is no header, or too many headers. */
  | 'header'
  /** A header that every message needs is missing (RFC 3261 section 8.1.1). */
  | 'missing'
  /** The head has no end within the limit. */
  | 'tooLong'
  /** The body is longer than the limit. */
  | 'bodyTooLong'
  /** Content-Length is no number, has two values, or is missing in a stream. */
  | 'contentLength'
  /** The bytes end before the message does. */
  | 'cut'
  | 'uri'
  | 'address'
  | 'via'
  | 'cseq'
  | 'parameter'

export type SipProblem = {
  code: SipProblemCode
  /** Of messages: byte offset in the datagram or the stream. Of header values: character offset in the value. */
  offset: number
  message: string
}

export type SipRead<T> = { ok: true; value: T } | { ok: false; problem: SipProblem }

export const sipProblem = (code: SipProblemCode, offset: number, message: string) => ({
  ok: false as const,
  problem: { code, offset, message },
})
