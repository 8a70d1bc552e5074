import type { Alarm } from '@backlot/contract/alarms/entities'
import type { AlarmRef } from '../../features/open.ts'

const SCREEN = '/earlyWarningData/alarmList'
const SN = 'openSn'
const SEQ = 'openAlarm'
const ID = 'openId'

/** The address of an alarm in the console that is at `pageUrl`: opened, the page shows its detail. */
export function alarmAddress(alarm: Pick<Alarm, 'id' | 'sn' | 'alarmSeq'>, pageUrl: string): string {
  const query = new URLSearchParams({ [SN]: alarm.sn, [SEQ]: alarm.alarmSeq, [ID]: String(alarm.id) })
  const url = new URL(pageUrl)
  url.hash = `${SCREEN}?${query}`
  return url.href
}

/** The alarm that an address names; undefined when it names none. */
export function alarmInAddress(query: URLSearchParams): AlarmRef | undefined {
  const sn = query.get(SN)
  const alarmSeq = query.get(SEQ)
  if (!sn || !alarmSeq) return undefined
  const id = Number(query.get(ID))
  return Number.isInteger(id) && id > 0 ? { id, sn, alarmSeq } : { sn, alarmSeq }
}

/** An address without its alarm. */
export function withoutAlarm(query: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(query)
  for (const name of [SN, SEQ, ID]) rest.delete(name)
  return rest
}
