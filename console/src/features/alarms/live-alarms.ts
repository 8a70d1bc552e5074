import type { Alarm, AlarmResource } from '@backlot/contract/alarms/entities'
import { LIMITS } from '@backlot/contract/limits'
import { alarmKey } from './alarm-key.ts'

/** The live list, newest first, and how many of it are new to the operator. */
export type LiveAlarms = {
  list: readonly Alarm[]
  newCount: number
  /** Keys of alarms added without counting: when the channel sends one, it is new all the same. */
  silent?: ReadonlySet<string>
}

/** One arrival of alarms, in the order of their commits. */
type AlarmArrival = { list: readonly Alarm[]; updateOnly: boolean; counted: boolean }
/** Pictures and clips that came after their alarm. It is named by device and sequence, on whatever channel (stated). */
export type ResourceArrival = { sn: string; alarmSeq: string; resource: readonly AlarmResource[] }
export type Arrival = AlarmArrival | ResourceArrival

type Folded = Required<LiveAlarms> & {
  /** Counted alarms of these arrivals, in order of arrival. */
  fresh: Alarm[]
  /** How many of these arrivals were not in the list before, counted or not. */
  added: number
}

/**
 * Takes arrivals into the list (stated): the same device, channel and sequence updates an entry; the list holds at most
 * 2000 and drops the oldest; update-only arrivals neither add nor count.
 */
export function foldArrivals(state: LiveAlarms, arrivals: readonly Arrival[]): Folded {
  const held = new Map<string, Alarm>()
  for (const alarm of state.list) held.set(alarmKey(alarm), alarm)
  const silent = new Set(state.silent)
  /** Alarms that are not in the list yet. */
  const added = new Map<string, Alarm>()
  const counted = new Set<string>()
  let changed = 0

  const change = (key: string, alarm: Alarm) => {
    if (added.has(key)) added.set(key, alarm)
    else {
      held.set(key, alarm)
      changed++
    }
  }
  for (const arrival of arrivals) {
    if ('resource' in arrival) {
      for (const map of [held, added])
        for (const [key, alarm] of map)
          if (alarm.sn === arrival.sn && alarm.alarmSeq === arrival.alarmSeq)
            change(key, withResources(alarm, arrival.resource))
      continue
    }
    for (const alarm of arrival.list) {
      const key = alarmKey(alarm)
      const before = added.get(key) ?? held.get(key)
      const news = arrival.counted && !arrival.updateOnly
      if (before) {
        change(key, merge(before, alarm))
        if (news && silent.delete(key)) counted.add(key)
      } else if (!arrival.updateOnly) {
        added.set(key, alarm)
        if (news) counted.add(key)
        else silent.add(key)
      }
    }
  }

  const kept = changed === 0 ? state.list : [...held.values()]
  const list = mergeNewest(kept, [...added.values()])
  const fresh: Alarm[] = []
  for (const key of counted) fresh.push((added.get(key) ?? held.get(key))!)
  return {
    list,
    newCount: state.newCount + counted.size,
    silent: stillListed(silent, list),
    fresh,
    added: added.size,
  }
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

/** An alarm with more pictures and clips; existing ones are not repeated. */
export function withResources(alarm: Alarm, resource: readonly AlarmResource[]): Alarm {
  const known = new Set(alarm.resource.map((one) => one.url))
  const more = resource.filter((one) => !known.has(one.url))
  return more.length === 0 ? alarm : { ...alarm, resource: [...alarm.resource, ...more] }
}

function newestFirst(a: Alarm, b: Alarm): number {
  return b.startTime - a.startTime || (b.cursor ?? b.id) - (a.cursor ?? a.id)
}

/** The newest of both, in order. An update may have given a listed alarm a later cursor: only new ones are sorted. */
function mergeNewest(kept: readonly Alarm[], added: Alarm[]): readonly Alarm[] {
  if (added.length === 0) return kept
  // They come oldest first: turned around they are all but sorted.
  added.reverse().sort(newestFirst)
  const list: Alarm[] = []
  for (let k = 0, a = 0; list.length < LIMITS.liveAlarmCap; ) {
    const old = kept[k]
    const fresh = added[a]
    if (!old && !fresh) break
    if (fresh && (!old || newestFirst(fresh, old) <= 0)) {
      list.push(fresh)
      a++
    } else {
      list.push(old!)
      k++
    }
  }
  return list
}

/** Drops keys of alarms that have left the list. Only searched when there are many. */
function stillListed(silent: ReadonlySet<string>, list: readonly Alarm[]): ReadonlySet<string> {
  if (silent.size <= LIMITS.liveAlarmCap) return silent
  const listed = new Set(list.map(alarmKey))
  return new Set([...silent].filter((key) => listed.has(key)))
}

/** The later word wins, except that it cannot take back pictures that arrived before it. */
function merge(before: Alarm, after: Alarm): Alarm {
  return after.resource.length >= before.resource.length ? after : { ...after, resource: before.resource }
}
