import { type ConnectionCounters, createConnectionCounters } from '../../sockets/connection-counters.ts'
import type { Jt1078ProblemCode } from '../../wire/jt1078/problem.ts'
import type { Jt1078Cut } from './jt1078-limits.ts'

/** Counters of the listener since its start. */
export type Jt1078Counters = ConnectionCounters<Jt1078Cut> & {
  packets: number
  frames: number
  datagrams: number
  /** Packets of streams that nobody asked for, or of another sender than the one that is heard. */
  strangers: number
  /** Frames of codecs that viewers get nothing of. */
  unsupported: number
  /** Datagrams that overtook others, and those that came too late to be put in order. */
  reordered: number
  late: number
  /** Packets of speech that a terminal did not read in time. */
  unread: number
  problems: Map<Jt1078ProblemCode, number>
}

export function createJt1078Counters(): Jt1078Counters {
  return {
    ...createConnectionCounters(),
    packets: 0,
    frames: 0,
    datagrams: 0,
    strangers: 0,
    unsupported: 0,
    reordered: 0,
    late: 0,
    unread: 0,
    problems: new Map(),
  }
}
