import type { CommonCutReason } from '../../sockets/end-socket.ts'

/** Limits of the gateway for one connection, and for all. */
export type Hj212Limits = {
  connections: number
  /** A connection that has brought no admitted packet by then is cut. */
  identifyWithinMs: number
  /** A frame that has begun must end by then; its rest is given up. */
  frameWithinMs: number
  /** A station not heard of for this long is offline; one that reports rarely has three of its intervals. */
  silentMs: number
  /** Stations behind one connection (concentrators). */
  stationsPerConnection: number
  /** Above this a connection is read more slowly; one that stays there for `floodForMs` is cut. */
  bytesPerSecond: number
  byteBurst: number
  floodForMs: number
  /** Packets, kilobytes of split messages that are put together, or 4 kB of bytes without any, that all connections together bring in one turn of the event loop. */
  workPerTurn: number
  /** Bytes of split messages that wait for their rest, of all stations together, beside 16 kB for each. */
  splitBytes: number
  /** Bytes of ours that a station has not read. */
  unreadBytes: number
  /** Bad frames without a good one between them, and bytes of garbage. */
  badFrames: number
  garbageBytes: number
  /** Packets with a wrong password or of stations that are not taken. */
  refusals: number
  /** Time-out of a request, and how often it is sent again (HJ 212-2017, 6.5). */
  replyWithinMs: number
  resends: number
  /** Longest time of the execution after a station reported that it is ready. */
  executeWithinMs: number
  /** Bytes of the newest raw packets of all stations. */
  packetLogBytes: number
}

export const HJ212_LIMITS: Hj212Limits = {
  connections: 50_000,
  identifyWithinMs: 30_000,
  frameWithinMs: 10_000,
  silentMs: 300_000,
  stationsPerConnection: 64,
  bytesPerSecond: 65_536,
  byteBurst: 1_048_576,
  floodForMs: 30_000,
  workPerTurn: 100,
  splitBytes: 8 * 1024 * 1024,
  unreadBytes: 131_072,
  badFrames: 20,
  garbageBytes: 65_536,
  refusals: 3,
  replyWithinMs: 10_000,
  resends: 3,
  executeWithinMs: 60_000,
  packetLogBytes: 8 * 1024 * 1024,
}

/** Why a connection was ended from our side. */
export type CutReason = CommonCutReason | 'notIdentified'
