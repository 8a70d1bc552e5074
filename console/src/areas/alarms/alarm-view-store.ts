import type { Alarm } from '@backlot/contract/alarms/entities'
import { create } from 'zustand'
import { alarmKey } from '../../features/alarms/alarm-key.ts'
import { type ResourceArrival, withResources } from '../../features/alarms/live-alarms.ts'
import type { AlarmFilter } from './alarm-filter.ts'

type AlarmView = {
  drawerOpen: boolean
  /** Initial filter of the live list. */
  drawerFilter: AlarmFilter | undefined
  /** The alarm in the detail dialog, and the list it was opened from, for next and previous. */
  opened: { alarm: Alarm; sequence: readonly Alarm[] } | undefined
}

/** Open parts of the alarm area, anywhere in the console. */
export const useAlarmView = create<AlarmView>(() => ({
  drawerOpen: false,
  drawerFilter: undefined,
  opened: undefined,
}))

/** Opens the detail of an alarm. `sequence`: alarms for next and previous. */
export function openDetail(alarm: Alarm, sequence: readonly Alarm[] = [alarm]): void {
  useAlarmView.setState({ opened: { alarm, sequence } })
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
