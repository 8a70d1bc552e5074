import type { Alarm } from '@backlot/contract/alarms/entities'

export const LEAK_TYPE = 'GasAlarm'

/**
 * The newest leaks of a detector, newest first, once alarms were pushed: what is listed is brought up to date, what is
 * new is added. The same list when none of the pushed alarms is a leak of this detector.
 */
export function withPushedLeaks(
  listed: readonly Alarm[],
  pushed: readonly Alarm[],
  { sn, most }: { sn: string; most: number },
): readonly Alarm[] {
  const leaks = pushed.filter((alarm) => alarm.sn === sn && alarm.type === LEAK_TYPE)
  if (leaks.length === 0) return listed
  const byId = new Map([...listed, ...leaks].map((alarm) => [alarm.id, alarm]))
  return [...byId.values()].sort((a, b) => b.startTime - a.startTime || b.id - a.id).slice(0, most)
}
