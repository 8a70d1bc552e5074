import type { Alarm } from '@backlot/contract/alarms/entities'

/**
 * Newer of two states of an alarm: the one of the later commit. One without a cursor counts as later. It cannot remove
 * pictures that arrived before it.
 */
export function newerAlarm(before: Alarm, heard: Alarm): Alarm {
  if ((heard.cursor ?? Number.POSITIVE_INFINITY) <= (before.cursor ?? 0)) return before
  return heard.resource.length >= before.resource.length ? heard : { ...heard, resource: before.resource }
}
