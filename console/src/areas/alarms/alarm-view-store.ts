import type { Alarm } from '@backlot/contract/alarms/entities'
import { create } from 'zustand'
import { alarmKey } from '../../features/alarms/alarm-key.ts'
import { type ResourceArrival, withResources } from '../../features/alarms/live-alarms.ts'
import type { TableHandle } from '../../features/table-screen/table-screen-types.ts'
import type { AlarmFilter } from './alarm-filter.ts'

type AlarmView = {
  drawerOpen: boolean
  /** Initial filter of the live list. */
  drawerFilter: AlarmFilter | undefined
  opened: Opened | undefined
}

/** An alarm in the detail dialog. */
export type Opened = {
  alarm: Alarm
  /** The list it was opened from, for next and previous, as far as it is known. */
  sequence: readonly Alarm[]
  /** How many come before the sequence, on pages of its table that were not turned to. */
  from: number
  /** The table it was opened from, which has more pages. */
  table: TableHandle<Alarm> | undefined
}

/** Open parts of the alarm area, anywhere in the console. */
export const useAlarmView = create<AlarmView>(() => ({
  drawerOpen: false,
  drawerFilter: undefined,
  opened: undefined,
}))

/** Opens the detail of an alarm. `sequence`: alarms for next and previous; `table`: where more of them come from. */
export function openDetail(
  alarm: Alarm,
  sequence: readonly Alarm[] = [alarm],
  table?: TableHandle<Alarm>,
): void {
  useAlarmView.setState({ opened: { alarm, sequence, from: table?.from() ?? 0, table } })
}

/** Another alarm of the sequence that the detail goes through. */
export function goTo(alarm: Alarm, change: Partial<Pick<Opened, 'sequence' | 'from'>> = {}): void {
  useAlarmView.setState(({ opened }) => (opened ? { opened: { ...opened, ...change, alarm } } : {}))
}

/** Alarms of the sequence are otherwise now, or as they were again. */
export function changeSequence(alarms: readonly Alarm[], change: (alarm: Alarm) => Alarm): void {
  const keys = new Set(alarms.map(alarmKey))
  useAlarmView.setState(({ opened }) => {
    if (!opened?.sequence.some((one) => keys.has(alarmKey(one)))) return {}
    const sequence = opened.sequence.map((one) => (keys.has(alarmKey(one)) ? change(one) : one))
    return { opened: { ...opened, sequence } }
  })
}

export function closeDetail(): void {
  useAlarmView.setState({ opened: undefined })
}

/** The neighbour of an alarm in its sequence: -1 before, 1 after. */
export function neighbour(sequence: readonly Alarm[], alarm: Alarm, step: -1 | 1): Alarm | undefined {
  const key = alarmKey(alarm)
  const at = sequence.findIndex((one) => alarmKey(one) === key)
  return at < 0 ? undefined : sequence[at + step]
}

/** Opens the live list, of everything or of alarms that `drawerFilter` lets through, or closes it. */
export function setDrawerOpen(drawerOpen: boolean, drawerFilter?: AlarmFilter): void {
  useAlarmView.setState({ drawerOpen, drawerFilter })
}

/** Pictures and clips that came late belong to the opened alarm too, wherever it was opened from. */
export function attachToOpened({ sn, alarmSeq, resource }: ResourceArrival): void {
  useAlarmView.setState(({ opened }) => {
    const isMeant = (alarm: Alarm) => alarm.sn === sn && alarm.alarmSeq === alarmSeq
    if (!opened || ![opened.alarm, ...opened.sequence].some(isMeant)) return {}
    const attach = (alarm: Alarm) => (isMeant(alarm) ? withResources(alarm, resource) : alarm)
    return { opened: { ...opened, alarm: attach(opened.alarm), sequence: opened.sequence.map(attach) } }
  })
}
