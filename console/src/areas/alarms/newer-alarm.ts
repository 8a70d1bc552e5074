import type { Alarm } from '@backlot/contract/alarms/entities'

/**
 * Newer of two states of an alarm: the one of the later commit. One without a cursor counts as later, and so
 * does one that went to the archive, which is no commit. It cannot remove pictures that arrived before it.
 */
export function newerAlarm(before: Alarm, heard: Alarm): Alarm {
  const isCommitted = (heard.cursor ?? Number.POSITIVE_INFINITY) > (before.cursor ?? 0)
  if (!isCommitted && !heard.archived) return before
  return heard.resource.length >= before.resource.length ? heard : { ...heard, resource: before.resource }
}
