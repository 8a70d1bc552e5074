import type { CommonCutReason } from '../../sockets/end-socket.ts'

/** Limits of the listener for media of terminals. */
export type Jt1078Limits = {
  /** Connections at a time: one for each stream that is asked for, and those that were not cut yet. */
  connections: number
  /** The first packet of a connection comes by then, and no pause of an asked stream is longer. */
  silentMs: number
  /** A main stream of 1080p has 4 to 8 Mbit/s; a group of pictures may come at once. */
  byteBurst: number
  bytesPerSecond: number
  /** Problems without a whole frame between them. */
  badInRow: number
  /** Longest body of a packet that is believed; the standard says 950, some terminals send more. */
  bodyBytes: number
  /** Longest frame: a key picture of 1080p has a few hundred kilobytes. */
  frameBytes: number
  /** A sender that has sent nothing for this long is replaced by another connection of the same stream. */
  replacedAfterMs: number
  /** A connection without a packet for this long is taken for one that only listens, where a broadcast is awaited. */
  listensAfterMs: number
  /** Speech that a terminal has not read; more is left out. */
  unreadBytes: number
}

export const JT1078_LIMITS: Jt1078Limits = {
  connections: 1024,
  silentMs: 20_000,
  byteBurst: 8_388_608,
  bytesPerSecond: 2_621_440,
  badInRow: 50,
  bodyBytes: 2048,
  frameBytes: 2_097_152,
  replacedAfterMs: 5000,
  listensAfterMs: 1000,
  unreadBytes: 16_384,
}

/** `unasked`: nobody asked for its first packet's stream; `taken`: another connection sends it; `done`: nobody wants it any more. */
export type Jt1078Cut = CommonCutReason | 'unasked' | 'taken' | 'done'
