import type { PushEventKind } from '@backlot/contract/alarm-push/entities'
import type { Alarm } from '@backlot/contract/alarms/entities'

/** One event of an alarm, at a platform moment. */
export type PushEvent = { kind: PushEventKind; atMs: number; alarm: Alarm }

/**
 * Body of a request, version 1 (docs/alarm-push.md). `dropped` are events of the rule since the request before that
 * were never sent.
 */
export function pushBody(
  rule: { id: number; name: string },
  kind: 'alarms' | 'test',
  events: readonly PushEvent[],
  dropped: number,
): string {
  return JSON.stringify({
    version: 1,
    kind,
    rule,
    dropped,
    events: events.map(({ kind: event, atMs, alarm }) => ({ event, time: Math.floor(atMs / 1000), alarm })),
  })
}
