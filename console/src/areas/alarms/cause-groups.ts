import type { Alarm } from '@backlot/contract/alarms/entities'
import type { AlarmGroup } from '../../features/alarms/alarm-groups.ts'
import { alarmKey } from '../../features/alarms/alarm-key.ts'
import type { AlarmTypes } from '../../features/alarms/alarm-types.ts'
import { alarmNames } from '../../features/alarms/place-name.ts'
import { causeKey } from './tip-list.ts'

/** Alarms of one cause that follow each other within this time belong together. */
const GAP_S = 600

/**
 * A list that is newest first, with alarms of one cause as groups: of one kind at one device (or fence), each at most ten
 * minutes after the one before. A group stands where its newest alarm does; what happened once stays as it is.
 */
export function groupByCause(
  list: readonly Alarm[],
  types: Pick<AlarmTypes, 'nameOf' | 'levelOf'>,
): (Alarm | AlarmGroup)[] {
  const runs = new Map<string, Alarm[]>()
  const all: Alarm[][] = []
  for (const alarm of list) {
    const key = causeKey(alarm)
    const run = runs.get(key)
    const later = run?.at(-1)
    if (run && later && later.startTime - alarm.startTime <= GAP_S) {
      run.push(alarm)
      continue
    }
    const begun = [alarm]
    runs.set(key, begun)
    all.push(begun)
  }
  return all.map((alarms) => (alarms.length === 1 ? alarms[0]! : groupOf(alarms, types)))
}

function groupOf(alarms: readonly Alarm[], types: Pick<AlarmTypes, 'nameOf' | 'levelOf'>): AlarmGroup {
  const newest = alarms[0]!
  const { type, subType, monitorName } = newest
  return {
    // More of them come in above: the oldest one stays.
    key: `cause ${alarmKey(alarms.at(-1)!)}`,
    of: newest.sn,
    name: `${types.nameOf(type, subType)} · ${monitorName || alarmNames(newest).device}`,
    level: types.levelOf(type, subType),
    count: alarms.length,
    unread: alarms.filter(({ isRead }) => isRead === 0).length,
    alarms,
  }
}
