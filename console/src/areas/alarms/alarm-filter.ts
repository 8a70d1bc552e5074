import type { Alarm } from '@backlot/contract/alarms/entities'
import { placeName } from '../../parts/alarms/place-name.ts'

export type AlarmFilter = {
  /** 1 start, 2 stop. */
  state: 1 | 2 | undefined
  type: string | undefined
  /** Part of a device's name, number or serial number. */
  device: string
}

export const NO_FILTER: AlarmFilter = { state: undefined, type: undefined, device: '' }

export function isFiltering(filter: AlarmFilter): boolean {
  return filter.state !== undefined || filter.type !== undefined || filter.device.trim() !== ''
}

/** Alarms of the live list that match every condition. A device is found by the name it is shown with, too. */
export function filterAlarms(list: readonly Alarm[], filter: AlarmFilter): readonly Alarm[] {
  if (!isFiltering(filter)) return list
  const device = filter.device.trim().toLowerCase()
  return list.filter(
    (alarm) =>
      (filter.state === undefined || alarm.state === filter.state) &&
      (filter.type === undefined || alarm.type === filter.type) &&
      (device === '' ||
        [placeName(alarm), alarm.devName, alarm.number, alarm.sn, alarm.chnName].some((text) =>
          text.toLowerCase().includes(device),
        )),
  )
}
