import type { ReturnCode } from './return-codes.ts'

/** Possible faults of received bytes. */
export type ProblemCode =
  /** Bytes before the start of a frame. */
  | 'garbage'
  /** The four characters after ## are no decimal number. */
  | 'length'
  /** More than 1024 bytes of data. */
  | 'tooLong'
  /** No carriage return and line feed at the stated length: bytes were lost or the length is wrong. */
  | 'tail'
  /** The check has no four hex digits. */
  | 'checkDigits'
  /** The check is another one. */
  | 'check'
  /** The stream ended inside a frame. */
  | 'cut'
  /** A part of the head is no name=value, or occurs twice. */
  | 'field'
  /** CP is missing or not between && and &&. */
  | 'parameters'
  /** A parameter is no name=value. */
  | 'item'
  /** The parameters are cipher text (SM4, 2025): no one here has their key, nor the form that they were written in. */
  | 'encrypted'
  | 'qn'
  | 'st'
  | 'cn'
  | 'password'
  | 'mn'
  | 'flag'
  | 'splitNumbers'

/** Malformed input: an ordinary value, never thrown. */
export type WireProblem = {
  code: ProblemCode
  /** Byte where it was noticed: of the stream from a reader, of the frame or segment from a decoder. */
  offset: number
  message: string
  /** Code to answer with, where an answer is due. A wrong frame gets none (the standard ends there). */
  returnCode?: ReturnCode
  /** Fields of the head that could be read: who it was, and whether an answer is due. */
  head?: Readonly<Record<string, string>>
  /** Bytes passed over. */
  skipped?: number
}
