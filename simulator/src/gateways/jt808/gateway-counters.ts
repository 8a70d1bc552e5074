import { type ConnectionCounters, createConnectionCounters } from '../../sockets/connection-counters.ts'
import type { Jt808ProblemCode } from '../../wire/jt808/problem.ts'
import type { CutReason } from './gateway-limits.ts'

/** Counters of the gateway since its start. */
export type Jt808Counters = ConnectionCounters<CutReason> & {
  messagesIn: number
  /** Times that a connection waited for a later turn of the event loop. */
  slowed: number
  messagesOut: number
  positions: number
  latePositions: number
  /** Reports without a place on earth: no fix, a tunnel, a garage. */
  withoutFix: number
  /** Reports whose time cannot be right, counted as of their arrival. */
  implausibleTimes: number
  alarms: number
  registered: number
  registrationsRefused: number
  authenticated: number
  authenticationsRefused: number
  problems: Map<Jt808ProblemCode, number>
}

export function createJt808Counters(): Jt808Counters {
  return {
    ...createConnectionCounters(),
    messagesIn: 0,
    slowed: 0,
    messagesOut: 0,
    positions: 0,
    latePositions: 0,
    withoutFix: 0,
    implausibleTimes: 0,
    alarms: 0,
    registered: 0,
    registrationsRefused: 0,
    authenticated: 0,
    authenticationsRefused: 0,
    problems: new Map(),
  }
}
