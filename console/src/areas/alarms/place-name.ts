import type { Alarm } from '@backlot/contract/alarms/entities'

/** Device and channel of an alarm in one line; a channel that is called like its device is not said twice. */
export function placeName(alarm: Pick<Alarm, 'devName' | 'chnName'>): string {
  return alarm.chnName === '' || alarm.chnName === alarm.devName
    ? alarm.devName
    : `${alarm.devName} · ${alarm.chnName}`
}
