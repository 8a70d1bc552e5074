/** Faults of session descriptions, as an ordinary value. */

export type SdpProblemCode =
  /** More text or lines than a description has. */
  | 'tooLong'
  /** A line that is no letter, = and text. */
  | 'line'
  /** It does not begin with v=0. */
  | 'version'
  /** o= or s= is missing, or the description has no stream where one is needed. */
  | 'missing'
  | 'origin'
  | 'connection'
  | 'time'
  | 'media'
  /** A line of GB/T 28181 (y=, f=, u=) or an attribute with an impossible value. */
  | 'value'

export type SdpProblem = {
  code: SdpProblemCode
  /** Character offset in the text; 0 for what is missing or was read from lines. */
  offset: number
  message: string
}

export type SdpRead<T> = { ok: true; value: T } | { ok: false; problem: SdpProblem }

export const sdpProblem = (code: SdpProblemCode, offset: number, message: string) => ({
  ok: false as const,
  problem: { code, offset, message },
})
