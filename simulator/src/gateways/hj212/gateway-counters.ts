import { type ConnectionCounters, createConnectionCounters } from '../../sockets/connection-counters.ts'
import type { ProblemCode } from '../../wire/hj212/wire-problem.ts'
import type { RefusalReason } from '../ingest.ts'
import type { CutReason } from './gateway-limits.ts'

/** Counters of the gateway since its start. */
export type Hj212Counters = ConnectionCounters<CutReason> & {
  packetsIn: number
  packetsOut: number
  readings: number
  lateReadings: number
  heartbeats: number
  /** Messages of several packets of which some never came. */
  incomplete: number
  /** Times that a connection was read more slowly, or waited for a later turn of the event loop. */
  slowed: number
  problems: Map<ProblemCode, number>
  refusals: Map<RefusalReason, number>
}

export function createHj212Counters(): Hj212Counters {
  return {
    ...createConnectionCounters(),
    packetsIn: 0,
    packetsOut: 0,
    readings: 0,
    lateReadings: 0,
    heartbeats: 0,
    incomplete: 0,
    slowed: 0,
    problems: new Map(),
    refusals: new Map(),
  }
}
