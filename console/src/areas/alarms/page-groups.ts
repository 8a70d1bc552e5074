import type { Alarm } from '@backlot/contract/alarms/entities'
import type { AlarmGroup } from '../../features/alarms/alarm-groups.ts'
import { alarmKey } from '../../features/alarms/alarm-key.ts'
import type { AlarmTypes } from '../../features/alarms/alarm-types.ts'
import { groupByCause } from './cause-groups.ts'

/** A row of the query: an alarm, one below the group that it is of, or a group, with the values of its newest alarm. */
export type AlarmLine = Alarm & { group?: AlarmGroup; isOpen?: boolean; isBelow?: boolean }

export const lineKey = (line: AlarmLine): string => line.group?.key ?? alarmKey(line)

/** The alarms behind a row. */
export const alarmsOf = (line: AlarmLine): readonly Alarm[] => line.group?.alarms ?? [line]

/**
 * The rows of a page, in whatever order, with alarms of one cause as one where the first of them is; below a group that is
 * open, its alarms in the order of the page.
 */
export function pageLines(
  rows: readonly Alarm[],
  types: Pick<AlarmTypes, 'nameOf' | 'levelOf'>,
  open: ReadonlySet<string>,
): AlarmLine[] {
  const groups = new Map<string, AlarmGroup>()
  for (const one of groupByCause(
    rows.toSorted((a, b) => b.startTime - a.startTime),
    types,
  )) {
    if ('alarms' in one) for (const alarm of one.alarms) groups.set(alarmKey(alarm), one)
  }
  const drawn = new Set<AlarmGroup>()
  return rows.flatMap((alarm): AlarmLine[] => {
    const group = groups.get(alarmKey(alarm))
    if (!group) return [alarm]
    if (drawn.has(group)) return []
    drawn.add(group)
    const isOpen = open.has(group.key)
    const head: AlarmLine = { ...group.alarms[0]!, isRead: group.unread > 0 ? 0 : 1, group, isOpen }
    if (!isOpen) return [head]
    const below = rows.filter((one) => groups.get(alarmKey(one)) === group)
    return [head, ...below.map((one): AlarmLine => ({ ...one, isBelow: true }))]
  })
}
