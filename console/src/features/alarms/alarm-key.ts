import type { Alarm } from '@backlot/contract/alarms/entities'

/** Identity of an alarm for updates (stated): device, channel and sequence. */
export function alarmKey(alarm: Pick<Alarm, 'sn' | 'chnId' | 'alarmSeq'>): string {
  return `${alarm.sn}|${alarm.chnId}|${alarm.alarmSeq}`
}
