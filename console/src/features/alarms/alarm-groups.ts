import type { Alarm } from '@backlot/contract/alarms/entities'
import type { AlarmTypes } from './alarm-types.ts'
import { alarmNames } from './place-name.ts'

export type Grouping = 'none' | 'cause' | 'type' | 'device'

/** One line for many alarms. */
export type AlarmGroup = {
  key: string
  /** The type or the serial number that they share; of one cause, the device of the newest. */
  of: string
  name: string
  /** The most severe of its alarms. */
  level: 1 | 2 | 3 | 4
  /** How many there were, those that the list does not hold included. */
  count: number
  unread: number
  /** Those in the list, newest first. */
  alarms: readonly Alarm[]
}

/**
 * Groups of a list that is newest first. By type they are sorted by level and name, which a storm does not change; by
 * device those with many more alarms first, those with about as many by name. `raised`: number of alarms of a type,
 * when that is more than the list holds: a type of which it holds none any more has a line too.
 */
export function groupAlarms(
  list: readonly Alarm[],
  by: 'type' | 'device',
  types: Pick<AlarmTypes, 'nameOf' | 'levelOf'>,
  raised: Readonly<Record<string, number>> = {},
): AlarmGroup[] {
  const members = new Map<string, Alarm[]>()
  for (const alarm of list) {
    const key = by === 'type' ? alarm.type : alarm.sn
    const known = members.get(key)
    if (known) known.push(alarm)
    else members.set(key, [alarm])
  }
  const groups = [...members].map(([key, alarms]): AlarmGroup => {
    let level: AlarmGroup['level'] = 4
    let unread = 0
    for (const alarm of alarms) {
      level = Math.min(level, types.levelOf(alarm.type, alarm.subType)) as AlarmGroup['level']
      if (alarm.isRead === 0) unread++
    }
    const name = by === 'type' ? types.nameOf(key) : alarmNames(alarms[0]!).device
    const count = by === 'type' ? Math.max(raised[key] ?? 0, alarms.length) : alarms.length
    return { key: `${by} ${key}`, of: key, name, level, count, unread, alarms }
  })
  if (by === 'type') {
    for (const [type, count] of Object.entries(raised)) {
      if (members.has(type) || count === 0) continue
      const level = types.levelOf(type)
      groups.push({
        key: `type ${type}`,
        of: type,
        name: types.nameOf(type),
        level,
        count,
        unread: 0,
        alarms: [],
      })
    }
  }
  return groups.sort(by === 'type' ? graverFirst : busierFirst)
}

const byName = (a: AlarmGroup, b: AlarmGroup) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
const graverFirst = (a: AlarmGroup, b: AlarmGroup) => a.level - b.level || byName(a, b)
/** Counts of about the same size would swap with every alarm: only a factor of two changes the order. */
const size = ({ count }: AlarmGroup) => Math.floor(Math.log2(count))
const busierFirst = (a: AlarmGroup, b: AlarmGroup) => size(b) - size(a) || byName(a, b)
