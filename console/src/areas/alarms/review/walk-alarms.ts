import type { Alarm } from '@backlot/contract/alarms/entities'
import { alarmKey } from '../../../features/alarms/alarm-key.ts'
import { useAlarms } from '../alarm-store.ts'
import { goTo, neighbour, type Opened, useAlarmView } from '../alarm-view-store.ts'
import { isOpenNow, nextOpenIndex } from './next-open.ts'

/** Pages that are looked through for the next open alarm. */
const PAGES_MAX = 5

/** Rows that a sequence does not have yet: of those below the last one it has, or all where it has none. */
export function rowsBeyond(sequence: readonly Alarm[], rows: readonly Alarm[]): readonly Alarm[] {
  const known = new Set(sequence.map(alarmKey))
  return rows.slice(rows.findLastIndex((row) => known.has(alarmKey(row))) + 1)
}

/**
 * Goes to the next or the previous alarm of the list that the detail was opened from, with its filter, from page to
 * page.
 */
export async function walkAlarms(step: -1 | 1): Promise<void> {
  const { opened } = useAlarmView.getState()
  if (!opened) return
  const next = neighbour(opened.sequence, opened.alarm, step)
  if (next) {
    goTo(next)
    return
  }
  const longer = step === 1 ? await further(opened) : await before(opened)
  if (!longer || !isStill(opened)) return
  const there = neighbour(longer.sequence, opened.alarm, step)
  if (there) goTo(there, longer)
}

/**
 * Goes from an alarm that was processed to the next one of the list that is open, unless the operator has gone to
 * another meanwhile.
 */
export async function walkToOpen(processed: Alarm): Promise<void> {
  const { opened } = useAlarmView.getState()
  const key = alarmKey(processed)
  if (!opened || alarmKey(opened.alarm) !== key) return
  const at = opened.sequence.findIndex((one) => alarmKey(one) === key)
  const isWanted = (one: Alarm) => alarmKey(one) !== key && isOpenNow(latest(one))
  const after = opened.sequence.find((one, place) => place > at && isWanted(one))
  if (after) {
    goTo(after)
    return
  }
  let known: Pick<Opened, 'sequence' | 'from' | 'table'> = opened
  for (let page = 0; page < PAGES_MAX; page++) {
    const longer = await further(known)
    if (!longer || !isStill(opened)) break
    const more = longer.sequence.slice(known.sequence.length).find(isWanted)
    known = { ...known, ...longer }
    if (more) {
      goTo(more, longer)
      return
    }
  }
  if (!isStill(opened)) return
  const next = known.sequence[nextOpenIndex(known.sequence, at, isWanted)]
  if (next) goTo(next, { sequence: known.sequence })
}

type Longer = Pick<Opened, 'sequence' | 'from'>

/** The sequence with what came up on the page meanwhile, else with the next page; undefined when there is no more. */
async function further({
  sequence,
  from,
  table,
}: Pick<Opened, 'sequence' | 'from' | 'table'>): Promise<Longer | undefined> {
  const fresh = rowsBeyond(sequence, (await table?.again()) ?? [])
  const more = fresh.length > 0 ? fresh : rowsBeyond(sequence, (await table?.turn(1)) ?? [])
  return more.length === 0 ? undefined : { sequence: [...sequence, ...more], from }
}

/** The sequence with the previous page before it. */
async function before({ sequence, from, table }: Opened): Promise<Longer | undefined> {
  if (from === 0) return undefined
  const known = new Set(sequence.map(alarmKey))
  const more = ((await table?.turn(-1)) ?? []).filter((row) => !known.has(alarmKey(row)))
  return more.length === 0
    ? undefined
    : { sequence: [...more, ...sequence], from: Math.max(0, from - more.length) }
}

/** The operator may have gone elsewhere while a page came. */
const isStill = (opened: Opened): boolean => useAlarmView.getState().opened?.alarm === opened.alarm

/** An alarm as the live list knows it: a colleague may have processed it. */
function latest(alarm: Alarm): Alarm {
  const key = alarmKey(alarm)
  return useAlarms.getState().list.find((one) => alarmKey(one) === key) ?? alarm
}
