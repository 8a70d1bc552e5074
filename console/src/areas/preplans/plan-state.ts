import type { Preplan } from '@backlot/contract/preplans/entities'
import { turnAt } from '@backlot/contract/preplans/schedule'

/** State of a plan at a moment: not enabled, run by hand, within its hours, or before its next turn. */
type PlanState =
  | { kind: 'disabled' | 'byHand' }
  | { kind: 'due'; untilMs: number }
  | { kind: 'waiting'; fromMs: number }

export function planState(
  { enabled, schedule }: Pick<Preplan, 'enabled' | 'schedule'>,
  nowMs: number,
  zoneMinutes: number,
): PlanState {
  if (!enabled) return { kind: 'disabled' }
  const turn = schedule && turnAt(schedule, nowMs, zoneMinutes)
  if (!turn) return { kind: 'byHand' }
  return turn.fromMs <= nowMs ? { kind: 'due', untilMs: turn.toMs } : { kind: 'waiting', fromMs: turn.fromMs }
}
