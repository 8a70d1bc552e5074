/** Faults of JT/T 808 bytes, as an ordinary value. */

export type Jt808ProblemCode =
  /** Bytes outside any frame. */
  | 'noise'
  /** A frame without room for header and checksum. */
  | 'tooShort'
  /** No end within the longest possible frame. */
  | 'tooLong'
  /** 7D that neither 01 nor 02 follows. */
  | 'escape'
  | 'checksum'
  /** The header promises another body length than there is. */
  | 'length'
  /** The phone number is no BCD. */
  | 'phone'
  /** Packet number 0, or past the total, or a total past the limit. */
  | 'split'
  /** The body is encrypted. */
  | 'encrypted'
  /** The body ends before its fields do. */
  | 'body'
  /** A field holds an impossible value. */
  | 'value'

export type Jt808Problem = {
  code: Jt808ProblemCode
  /** Of frames: byte offset in the stream. Of bodies: byte offset in the (joined) body. */
  offset: number
  message: string
}

export type Decoded<T> = { ok: true; value: T } | { ok: false; problem: Jt808Problem }

/** Thrown inside the codec where a value is no way out; decoding functions turn it into a value. */
export class Jt808Error extends Error {
  override name = 'Jt808Error'
  readonly code: Jt808ProblemCode
  readonly offset: number
  constructor(code: Jt808ProblemCode, offset: number, message: string) {
    super(message)
    this.code = code
    this.offset = offset
  }
}

/** The value of a decoder, or the problem it threw. Anything else it throws is a broken invariant and passes. */
export function decoded<T>(decode: () => T): Decoded<T> {
  try {
    return { ok: true, value: decode() }
  } catch (error) {
    if (!(error instanceof Jt808Error)) throw error
    return { ok: false, problem: { code: error.code, offset: error.offset, message: error.message } }
  }
}
