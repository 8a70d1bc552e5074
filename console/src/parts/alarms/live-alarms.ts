import type { Alarm } from '@backlot/contract/alarms/entities'
import { LIMITS } from '@backlot/contract/limits'
import { alarmKey } from './alarm-key.ts'

/** The live list, newest first, and how many of it are news to the operator. */
export type LiveAlarms = { list: readonly Alarm[]; newCount: number }

/** One arrival of alarms, in the order of their commits. */
export type Arrival = { list: readonly Alarm[]; updateOnly: boolean; counted: boolean }

export type Folded = LiveAlarms & {
  /** Alarms of these arrivals that were not in the list before, in order of arrival. */
  fresh: Alarm[]
}

/**
 * Takes arrivals into the list (stated): the same device, channel and sequence updates what is there; the list holds
 * at most 2000 and drops the oldest; update-only arrivals neither add nor count.
 */
export function foldArrivals(state: LiveAlarms, arrivals: readonly Arrival[]): Folded {
  const updates = new Map<string, Alarm>()
  const known = new Set(state.list.map(alarmKey))
  const added = new Map<string, Alarm>()
  let newCount = state.newCount
  const counted = new Set<string>()
  for (const arrival of arrivals) {
    for (const alarm of arrival.list) {
      const key = alarmKey(alarm)
      if (known.has(key)) updates.set(key, merge(updates.get(key), alarm))
      else if (added.has(key)) added.set(key, merge(added.get(key), alarm))
      else if (!arrival.updateOnly) {
        added.set(key, alarm)
        if (arrival.counted) {
          newCount += 1
          counted.add(key)
        }
      }
    }
  }
  const kept =
    updates.size === 0
      ? state.list
      : state.list.map((alarm) => {
          const update = updates.get(alarmKey(alarm))
          return update ? merge(alarm, update) : alarm
        })
  const fresh = [...added.values()]
  const list = fresh.length === 0 ? kept : [...fresh, ...kept].sort(newestFirst).slice(0, LIMITS.liveAlarmCap)
  return { list, newCount, fresh: fresh.filter((alarm) => counted.has(alarmKey(alarm))) }
}

/** Changes the alarms that `matches` names; `change` holds defined fields only (stated for processing updates). */
export function changeAlarms(
  list: readonly Alarm[],
  matches: (alarm: Alarm) => boolean,
  change: Partial<Alarm>,
): readonly Alarm[] {
  const defined = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  return list.map((alarm) => (matches(alarm) ? { ...alarm, ...defined } : alarm))
}

function newestFirst(a: Alarm, b: Alarm): number {
  return b.startTime - a.startTime || (b.cursor ?? b.id) - (a.cursor ?? a.id)
}

/** The later word wins, except that it cannot take back pictures that arrived before it. */
function merge(before: Alarm | undefined, after: Alarm): Alarm {
  if (!before) return after
  return after.resource.length >= before.resource.length ? after : { ...after, resource: before.resource }
}
