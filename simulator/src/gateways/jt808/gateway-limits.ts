import type { CommonCutReason } from '../../sockets/end-socket.ts'

/** Limits of the gateway for one connection, and for all. */
export type Jt808Limits = {
  connections: number
  /** A connection that has not authenticated by then is cut. */
  authenticateWithinMs: number
  /** A terminal not heard of for this long is cut: three heartbeats of a minute. */
  silentMs: number
  /** A frame that has begun must end by then. */
  frameWithinMs: number
  /** Packets of a split message are requested again after this pause, and given up after as much again. */
  splitWithinMs: number
  /** A backlog may come at once, an endless stream may not. */
  messageBurst: number
  messagesPerSecond: number
  byteBurst: number
  bytesPerSecond: number
  /** Messages, or 4 kB of bytes without any, that all connections together bring in one turn of the event loop. */
  workPerTurn: number
  /** Bytes of split messages that wait for their rest, of all connections together. */
  splitBytes: number
  /** Bytes of ours that a terminal has not read. */
  unreadBytes: number
  /** Bad frames without a good one between them. */
  badFrames: number
  /** Refused registrations and authentications, and messages before authentication. */
  refusals: number
  /** First time-out of a request; each further one is longer by as much (JT/T 808, 5.3.2). */
  replyWithinMs: number
  resends: number
}

export const JT808_LIMITS: Jt808Limits = {
  connections: 50_000,
  authenticateWithinMs: 30_000,
  silentMs: 180_000,
  frameWithinMs: 20_000,
  splitWithinMs: 15_000,
  messageBurst: 3000,
  messagesPerSecond: 100,
  byteBurst: 2_097_152,
  bytesPerSecond: 131_072,
  workPerTurn: 100,
  splitBytes: 67_108_864,
  unreadBytes: 262_144,
  badFrames: 30,
  refusals: 10,
  replyWithinMs: 5000,
  resends: 2,
}

/** Why a connection was ended from our side. */
export type CutReason = CommonCutReason | 'notAuthenticated' | 'slow'
