/** Faults of GB/T 28181 bodies and ids, as an ordinary value. */

export type GbProblemCode =
  /** More bytes, elements or levels than a body has. */
  | 'tooLong'
  /** No XML: a tag without end, without its partner, or text outside the root. */
  | 'xml'
  /** A document type: none is read. */
  | 'doctype'
  /** Bytes that are no text in the declared encoding. They were read as U+FFFD. */
  | 'encoding'
  /** The root is none of Query, Control, Notify and Response, or there is no CmdType. */
  | 'message'
  /** An element that the message needs is missing. */
  | 'missing'
  /** An element holds an impossible value. */
  | 'value'
  | 'id'
  | 'subject'
  | 'mansrtsp'

export type GbProblem = {
  code: GbProblemCode
  /** Character offset in the decoded text; 0 for what is missing. */
  offset: number
  message: string
}

export type GbRead<T> = { ok: true; value: T } | { ok: false; problem: GbProblem }

export const gbProblem = (code: GbProblemCode, offset: number, message: string) => ({
  ok: false as const,
  problem: { code, offset, message },
})
