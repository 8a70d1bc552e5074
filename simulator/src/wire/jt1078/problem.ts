/** Faults of JT/T 1078 packets and frames, as an ordinary value. */

export type Jt1078ProblemCode =
  /** Bytes where the head of a packet is due; they are skipped up to the next packet. */
  | 'noise'
  /** The stream or datagram ends inside a packet. */
  | 'cut'
  /** The fields of a head are impossible. */
  | 'head'
  /** A datagram is longer than its packet. */
  | 'length'
  /** Packets of a frame are missing; the frame is dropped. */
  | 'lost'
  /** The first packet of a frame is missing; its other packets are dropped. */
  | 'orphan'
  /** A frame has more bytes or packets than the limit, or there are more channels than the limit; it is dropped. */
  | 'limit'

export type Jt1078Problem = {
  code: Jt1078ProblemCode
  /** Of packets: byte offset in the stream or datagram. Of frames: how many packets came before. */
  offset: number
  message: string
}

export const jt1078Problem = (code: Jt1078ProblemCode, offset: number, message: string) =>
  ({ kind: 'problem', problem: { code, offset, message } }) as const
