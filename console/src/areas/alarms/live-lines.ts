import type { Alarm } from '@backlot/contract/alarms/entities'
import { type AlarmGroup, type Grouping, groupAlarms } from '../../features/alarms/alarm-groups.ts'
import { alarmKey } from '../../features/alarms/alarm-key.ts'
import type { AlarmTypes } from '../../features/alarms/alarm-types.ts'
import { groupByCause } from './cause-groups.ts'

/** A line of the live list. `of`: alarms for next and previous of the detail. */
export type LiveLine =
  | { kind: 'alarm'; key: string; alarm: Alarm; of: readonly Alarm[] }
  /** `reviewed`: its alarms have one cause and are processed together. */
  | { kind: 'group'; key: string; group: AlarmGroup; isOpen: boolean; reviewed: boolean }

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
  const all = grouping === 'cause' ? groupByCause(list, types) : groupAlarms(list, grouping, types, raised)
  return all.flatMap((group): LiveLine[] => {
    if (!('alarms' in group)) return [{ kind: 'alarm', key: alarmKey(group), alarm: group, of: list }]
    const isOpen = open.has(group.key)
    const head: LiveLine = { kind: 'group', key: group.key, group, isOpen, reviewed: grouping === 'cause' }
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

/** A line that has left the list with its alarms as they are by now. */
export function lineNow(line: LiveLine, now: (alarm: Alarm) => Alarm): LiveLine {
  if (line.kind === 'alarm') return { ...line, alarm: now(line.alarm) }
  return { ...line, group: { ...line.group, alarms: line.group.alarms.map(now) } }
}
