import type { Alarm } from '@backlot/contract/alarms/entities'
import { type AlarmGroup, type Grouping, groupAlarms } from '../../features/alarms/alarm-groups.ts'
import { alarmKey } from '../../features/alarms/alarm-key.ts'
import type { AlarmTypes } from '../../features/alarms/alarm-types.ts'

/** A line of the live list. `of`: alarms for next and previous of the detail. */
export type LiveLine =
  | { kind: 'alarm'; key: string; alarm: Alarm; of: readonly Alarm[] }
  | { kind: 'group'; key: string; group: AlarmGroup; isOpen: boolean }

/** Alarms of an open group that are listed below it: of more than that the query is the place to look. */
export const GROUP_LISTED_MAX = 200

/** The lines of a list: one an alarm, or one a group with the alarms of those groups that are open. */
export function liveLines(
  list: readonly Alarm[],
  grouping: Grouping,
  open: ReadonlySet<string>,
  types: AlarmTypes,
  raised: Readonly<Record<string, number>>,
): LiveLine[] {
  if (grouping === 'none')
    return list.map((alarm) => ({ kind: 'alarm', key: alarmKey(alarm), alarm, of: list }))
  return groupAlarms(list, grouping, types, raised).flatMap((group): LiveLine[] => {
    const isOpen = open.has(group.key)
    const head: LiveLine = { kind: 'group', key: group.key, group, isOpen }
    if (!isOpen) return [head]
    const below = group.alarms.slice(0, GROUP_LISTED_MAX).map(
      (alarm): LiveLine => ({
        kind: 'alarm',
        key: alarmKey(alarm),
        alarm,
        of: group.alarms,
      }),
    )
    return [head, ...below]
  })
}
