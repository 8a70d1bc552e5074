import type { Alarm } from '@backlot/contract/alarms/entities'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { NewsSource } from '../../features/alarms/follow-alarms.ts'

export const LEAK_TYPE = 'GasAlarm'

/**
 * The newest leaks of a detector, newest first, after alarms were pushed: listed ones are updated, new ones are added.
 * The same list when none of the pushed alarms is a leak of this detector.
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

/**
 * Keeps the list of a detector's leaks up to date from pushed alarms: those that begin and those that end. Answers a
 * function that stops it.
 */
export function followLeaks(
  source: NewsSource,
  client: QueryClient,
  { queryKey, ...detector }: { sn: string; queryKey: QueryKey; most: number },
): () => void {
  const stops = [
    source.on('alarm', ({ list }) => {
      const before = client.getQueryData<readonly Alarm[]>(queryKey) ?? []
      const after = withPushedLeaks(before, list, detector)
      if (after === before) return
      client.setQueryData(queryKey, after)
      // A response in flight may be older than this alarm.
      if (client.isFetching({ queryKey }) > 0) void client.invalidateQueries({ queryKey })
    }),
    // In a storm alarms are counted instead of sent; one request at a time loads them.
    source.on('alarmGap', ({ byType }) => {
      if (Object.keys(byType).some((type) => type.startsWith(LEAK_TYPE)))
        void client.invalidateQueries({ queryKey }, { cancelRefetch: false })
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
