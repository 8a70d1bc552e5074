/** Faults of a program stream, as an ordinary value. */

export type PsProblemCode =
  /** Bytes where a start code is due; they are skipped up to the next pack header. */
  | 'noise'
  /** The pack header is neither of MPEG-2 nor of MPEG-1. */
  | 'pack'
  /** The lengths in a program stream map contradict each other; the map is passed over. */
  | 'map'
  /** The CRC of a program stream map is wrong in either byte order; the map is used. */
  | 'crc'
  /** The header of a PES packet is broken; the packet is passed over. */
  | 'pes'
  /** A pack header, or the end of the stream, lies inside a packet: bytes were lost. */
  | 'cut'
  /** Bytes of an elementary stream before its first start code or sync word. */
  | 'unit'
  /** The parameter sets are of another codec than the map says; they are believed. */
  | 'codec'
  /** A unit is longer than the limit, or there are more streams than the limit; it is dropped. */
  | 'limit'

export type PsProblem = {
  code: PsProblemCode
  /** Byte offset in the program stream; of units, that of the PES packet during which it showed. */
  offset: number
  message: string
}

export const psProblem = (code: PsProblemCode, offset: number, message: string) =>
  ({ kind: 'problem', problem: { code, offset, message } }) as const
