import { autoNewCross, changeAlarmType, processAlarms } from '@backlot/contract/alarms/calls'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { PROCESSING_TYPES } from '@backlot/contract/alarms/entities'
import { queryClient } from '../../app/query-client.ts'
import { hasCapability, useSession } from '../../app/session-store.ts'
import { request } from '../../platform/client.ts'
import { platformNow } from '../../platform/clock.ts'
import { changeLive } from './alarm-store.ts'

export type Processed = {
  change: Partial<Alarm>
  /** The platform asked for work orders and they could not be made. */
  workOrderError: unknown
}

/**
 * Processes alarms, all or none. When the type is 5, the platform asks for it and work orders are enabled, work orders
 * are made too and the type becomes 100 (stated). Answers what changed; rejects with PlatformReplyError.
 */
export async function processNow(list: readonly Alarm[], type: number, content: string): Promise<Processed> {
  const body = { list: [...list], type: type as 5, content }
  const { autoNewCross: wanted } = await request(processAlarms, { body })
  let processingType = type
  let workOrderError: unknown
  if (wanted && type === PROCESSING_TYPES.sure && hasCapability('workOrder')) {
    try {
      await request(autoNewCross, { body: { list: [...list] } })
      processingType = PROCESSING_TYPES.workOrder
    } catch (error) {
      workOrderError = error
    }
  }
  const user = useSession.getState().userInfo
  const change: Partial<Alarm> = {
    processingType,
    processingContent: content,
    processingId: user?.userId,
    processingName: user?.name,
    processingTime: Math.floor(platformNow() / 1000),
  }
  changeLive(list, change)
  void queryClient.invalidateQueries({ queryKey: ['alarms'] })
  return { change, workOrderError }
}

/** Gives an alarm another type; the sub-type is sent only when there is one (stated). */
export async function changeTypeNow(alarm: Alarm, type: string, subType: string): Promise<Partial<Alarm>> {
  await request(changeAlarmType, {
    body: { id: alarm.id, sn: alarm.sn, type, ...(subType === '' ? {} : { subType }) },
  })
  const change = { type, subType }
  changeLive([alarm], change)
  void queryClient.invalidateQueries({ queryKey: ['alarms'] })
  return change
}
