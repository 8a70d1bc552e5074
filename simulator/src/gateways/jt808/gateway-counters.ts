import type { Jt808ProblemCode } from '../../wire/jt808/problem.ts'
import type { CutReason } from './gateway-limits.ts'

/** What the gateway has seen since its start. */
export type Jt808Counters = {
  accepted: number
  messagesIn: number
  messagesOut: number
  bytesIn: number
  bytesOut: number
  positions: number
  latePositions: number
  alarms: number
  registered: number
  registrationsRefused: number
  authenticated: number
  authenticationsRefused: number
  requests: number
  requestsFailed: number
  problems: Map<Jt808ProblemCode, number>
  cuts: Map<CutReason, number>
}

export function createJt808Counters(): Jt808Counters {
  return {
    accepted: 0,
    messagesIn: 0,
    messagesOut: 0,
    bytesIn: 0,
    bytesOut: 0,
    positions: 0,
    latePositions: 0,
    alarms: 0,
    registered: 0,
    registrationsRefused: 0,
    authenticated: 0,
    authenticationsRefused: 0,
    requests: 0,
    requestsFailed: 0,
    problems: new Map(),
    cuts: new Map(),
  }
}

export function countIn<Key>(map: Map<Key, number>, key: Key): void {
  map.set(key, (map.get(key) ?? 0) + 1)
}
