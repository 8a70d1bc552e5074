import type { FaultSchedule } from '@backlot/contract/control/fault-calls'

export type SpellState = 'waiting' | 'striking' | 'resting' | 'ended'

/** State of a schedule, `elapsedMs` after its fault was attached. */
export function stateAt(schedule: FaultSchedule, elapsedMs: number): SpellState {
  const { afterMs = 0, forMs, everyMs, strikeMs } = schedule
  const sinceMs = elapsedMs - afterMs
  if (sinceMs < 0) return 'waiting'
  if (forMs !== undefined && sinceMs >= forMs) return 'ended'
  if (everyMs === undefined || strikeMs === undefined) return 'striking'
  return sinceMs % everyMs < strikeMs ? 'striking' : 'resting'
}

/** The next moment after `elapsedMs` at which the state may change; undefined when it never does. */
export function nextEdgeMs(schedule: FaultSchedule, elapsedMs: number): number | undefined {
  const { afterMs = 0, forMs, everyMs, strikeMs } = schedule
  const sinceMs = elapsedMs - afterMs
  if (sinceMs < 0) return afterMs
  const endMs = forMs === undefined ? Number.POSITIVE_INFINITY : afterMs + forMs
  if (elapsedMs >= endMs) return undefined
  if (everyMs === undefined || strikeMs === undefined || strikeMs === everyMs)
    return Number.isFinite(endMs) ? endMs : undefined
  const roundMs = elapsedMs - (sinceMs % everyMs)
  const edge = sinceMs % everyMs < strikeMs ? roundMs + strikeMs : roundMs + everyMs
  return Math.min(edge, endMs)
}
