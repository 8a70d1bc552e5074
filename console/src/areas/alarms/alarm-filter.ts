import type { Alarm } from '@backlot/contract/alarms/entities'
import type { AlarmTypes } from '../../features/alarms/alarm-types.ts'
import { placeName } from '../../features/alarms/place-name.ts'

export type AlarmFilter = {
  which: 'all' | 'ongoing' | 'ended' | 'unread' | 'notProcessed'
  level: 1 | 2 | 3 | 4 | undefined
  type: string | undefined
  /** Part of a device's name, number or serial number, or of the name of a fence or monitoring point. */
  device: string
}

export const NO_FILTER: AlarmFilter = { which: 'all', level: undefined, type: undefined, device: '' }

const STATE = { start: 1, stop: 2 }

const WHICH: Readonly<Record<AlarmFilter['which'], (alarm: Alarm) => boolean>> = {
  all: () => true,
  ongoing: ({ state }) => state === STATE.start,
  ended: ({ state }) => state === STATE.stop,
  unread: ({ isRead }) => isRead === 0,
  notProcessed: ({ processingType }) => processingType === null,
}

export function isFiltering(filter: AlarmFilter): boolean {
  const { which, level, type, device } = filter
  return which !== 'all' || level !== undefined || type !== undefined || device.trim() !== ''
}

/** Alarms of the live list that match every condition. A device is found by the name it is shown with, too. */
export function filterAlarms(
  list: readonly Alarm[],
  filter: AlarmFilter,
  types: Pick<AlarmTypes, 'levelOf'>,
): readonly Alarm[] {
  if (!isFiltering(filter)) return list
  const device = filter.device.trim().toLowerCase()
  const matches = WHICH[filter.which]
  return list.filter(
    (alarm) =>
      matches(alarm) &&
      (filter.type === undefined || alarm.type === filter.type) &&
      (filter.level === undefined || types.levelOf(alarm.type, alarm.subType) === filter.level) &&
      (device === '' ||
        [
          placeName(alarm),
          alarm.devName,
          alarm.number,
          alarm.sn,
          alarm.chnName,
          alarm.monitorName ?? '',
        ].some((text) => text.toLowerCase().includes(device))),
  )
}
