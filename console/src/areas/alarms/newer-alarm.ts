import type { Alarm } from '@backlot/contract/alarms/entities'

/**
 * Which of two words about an alarm holds: the one of the later commit. What carries no cursor is taken as later. It
 * cannot take back pictures that arrived before it.
 */
export function newerAlarm(before: Alarm, heard: Alarm): Alarm {
  if ((heard.cursor ?? Number.POSITIVE_INFINITY) <= (before.cursor ?? 0)) return before
  return heard.resource.length >= before.resource.length ? heard : { ...heard, resource: before.resource }
}
