import type { ProblemCode } from '../../wire/hj212/wire-problem.ts'
import type { RefusalReason } from '../intake.ts'
import type { CutReason } from './gateway-limits.ts'

/** What the gateway has seen since its start. */
export type Hj212Counters = {
  accepted: number
  packetsIn: number
  packetsOut: number
  bytesIn: number
  bytesOut: number
  readings: number
  lateReadings: number
  heartbeats: number
  /** Messages of several packets of which some never came. */
  incomplete: number
  slowed: number
  requests: number
  requestsFailed: number
  problems: Map<ProblemCode, number>
  refusals: Map<RefusalReason, number>
  cuts: Map<CutReason, number>
}

export function createHj212Counters(): Hj212Counters {
  return {
    accepted: 0,
    packetsIn: 0,
    packetsOut: 0,
    bytesIn: 0,
    bytesOut: 0,
    readings: 0,
    lateReadings: 0,
    heartbeats: 0,
    incomplete: 0,
    slowed: 0,
    requests: 0,
    requestsFailed: 0,
    problems: new Map(),
    refusals: new Map(),
    cuts: new Map(),
  }
}

export function countIn<Key>(map: Map<Key, number>, key: Key): void {
  map.set(key, (map.get(key) ?? 0) + 1)
}
