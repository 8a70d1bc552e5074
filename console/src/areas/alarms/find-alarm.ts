import { getAlarm, listAlarms } from '@backlot/contract/alarms/calls'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { LIMITS } from '@backlot/contract/limits'
import type { AlarmRef } from '../../features/open.ts'
import { request } from '../../platform/client.ts'
import { platformNow } from '../../platform/clock.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { useAlarms } from './alarm-store.ts'

/** An alarm by device and sequence: from the live list, else from the platform, else from the last 24 hours. */
export async function findAlarm(ref: AlarmRef): Promise<Alarm | undefined> {
  const same = (alarm: Alarm) => alarm.sn === ref.sn && alarm.alarmSeq === ref.alarmSeq
  const live = useAlarms.getState().list.find(same)
  if (live) return live
  try {
    return await request(getAlarm, {
      query: ref.id === undefined ? { sn: ref.sn, alarmSeq: ref.alarmSeq } : { id: ref.id },
    })
  } catch (error) {
    noteProblem('alarms.get', String(error))
  }
  const endTime = Math.ceil(platformNow() / 1000)
  const startTime = endTime - LIMITS.queryRangeMs / 1000
  const { list } = await request(listAlarms, { query: { startTime, endTime, sn: ref.sn, pageSize: 1000 } })
  return list.find(same)
}
