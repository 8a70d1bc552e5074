import type { Alarm } from '@backlot/contract/alarms/entities'
import { create } from 'zustand'
import { alarmKey } from '../../parts/alarms/alarm-key.ts'
import { type ResourceArrival, withResources } from '../../parts/alarms/live-alarms.ts'

type AlarmView = {
  drawerOpen: boolean
  /** The alarm in the detail dialog, and the list it was opened from, for next and previous. */
  opened: { alarm: Alarm; sequence: readonly Alarm[] } | undefined
  /** SOS calls whose camera is shown, one after the other: the first now. */
  sos: readonly Alarm[]
  /** One of them is being handled in the detail: the others wait until it is closed. */
  sosHeld: boolean
}

/** More calls for help than anybody goes through one by one are in the list all the same. */
const SOS_WAITING_MAX = 50

/** What of the alarm area is open, wherever in the console. */
export const useAlarmView = create<AlarmView>(() => ({
  drawerOpen: false,
  opened: undefined,
  sos: [],
  sosHeld: false,
}))

/** Opens the detail of an alarm. `sequence` is what next and previous walk through. */
export function openDetail(alarm: Alarm, sequence: readonly Alarm[] = [alarm]): void {
  useAlarmView.setState({ opened: { alarm, sequence } })
}

export function closeDetail(): void {
  useAlarmView.setState({ opened: undefined, sosHeld: false })
}

/** The neighbour of an alarm in its sequence: -1 before, 1 after. */
export function neighbour(sequence: readonly Alarm[], alarm: Alarm, step: -1 | 1): Alarm | undefined {
  const key = alarmKey(alarm)
  const at = sequence.findIndex((one) => alarmKey(one) === key)
  return at < 0 ? undefined : sequence[at + step]
}

export function setDrawerOpen(drawerOpen: boolean): void {
  useAlarmView.setState({ drawerOpen })
}

/** Shows the camera of an SOS, after those that are being shown. */
export function showSos(alarm: Alarm): void {
  useAlarmView.setState(({ sos }) => {
    const known = sos.some((one) => alarmKey(one) === alarmKey(alarm))
    return known || sos.length >= SOS_WAITING_MAX ? {} : { sos: [...sos, alarm] }
  })
}

/** Ends the SOS that is shown; the next one that waits comes in its place. */
export function nextSos(): void {
  useAlarmView.setState(({ sos }) => ({ sos: sos.slice(1) }))
}

/** Opens the detail of the SOS that is shown; those that wait come when it is closed. */
export function handleSos(alarm: Alarm): void {
  useAlarmView.setState(({ sos }) => ({
    sos: sos.slice(1),
    sosHeld: true,
    opened: { alarm, sequence: [alarm] },
  }))
}

/** Ends all of them. */
export function closeSos(): void {
  useAlarmView.setState({ sos: [] })
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
