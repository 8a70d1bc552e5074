import { autoNewCross, changeAlarmType, changeReadState, processAlarms } from '@backlot/contract/alarms/calls'
import { PROCESSING_TYPES } from '@backlot/contract/alarms/constants'
import type { Alarm, AlarmResult } from '@backlot/contract/alarms/entities'
import { CODES } from '@backlot/contract/codes'
import { LIMITS } from '@backlot/contract/limits'
import { request } from '../../platform/client.ts'
import { platformNow } from '../../platform/clock.ts'
import { queryClient } from '../../platform/query-client.ts'
import { useSession } from '../../session/session-store.ts'
import { changeLive } from './alarm-store.ts'
import { changeSequence } from './alarm-view-store.ts'
import { mayMakeOrders, useOrderOffer } from './order-offer.ts'
import { offerUndo, type Undoable } from './processing-undo.ts'

type Processed = {
  change: Partial<Alarm>
  /** Result of each alarm, in the order of the list. */
  results: readonly AlarmResult[]
  /** The platform wanted work orders and they could not be made. */
  workOrderError: unknown
  /** Part of it that can be undone; undefined where the platform cannot. */
  undoable: Undoable | undefined
}

/**
 * Processes alarms: one, or of several those that can be processed (a platform without results per alarm does all or
 * none). When the type is 5, the platform wants it and the user may make work orders, they are made too and the type
 * becomes 100 (stated). Answers the changes; rejects with PlatformReplyError.
 */
export async function processNow(
  list: readonly Alarm[],
  type: number,
  content: string,
  {
    each = false,
    orders = true,
  }: { each?: boolean /** Orders are made where the platform wants them. */; orders?: boolean } = {},
): Promise<Processed> {
  const body = { list: [...list], type: type as 5, content, ...(each ? { each } : {}) }
  const reply = await request(processAlarms, { body })
  const results = reply.results ?? list.map(doneResult)
  const done = list.filter((_, place) => results[place]?.code === CODES.ok)
  let processingType = type
  let workOrderError: unknown
  if (type === PROCESSING_TYPES.sure && done.length > 0) useOrderOffer.setState({ asked: reply.autoNewCross })
  const wanted = orders && reply.autoNewCross && type === PROCESSING_TYPES.sure && done.length > 0
  if (wanted && mayMakeOrders(useSession.getState())) {
    try {
      await request(autoNewCross, { body: { list: done } })
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
    isRead: 1,
  }
  changeLive(done, change)
  changeSequence(done, (alarm) => ({ ...alarm, ...change }))
  void queryClient.invalidateQueries({ queryKey: ['alarms'] })
  const { undoUntil } = reply
  const undoable =
    undoUntil === undefined || done.length === 0
      ? undefined
      : { alarms: done, type: processingType, content, untilS: undoUntil }
  return { change, results, workOrderError, undoable }
}

/** Most alarms of a call (contract). */
const CALL_MAX = 1000

/**
 * Processes however many alarms with one result, those that can be, and offers one undo for all of them: also for the
 * first ones where a later call fails. Answers the result of each, in the order of the list; rejects as processNow does.
 */
export async function processMany(
  list: readonly Alarm[],
  type: number,
  content: string,
): Promise<Pick<Processed, 'results' | 'workOrderError'>> {
  const results: AlarmResult[] = []
  const undoables: (Undoable | undefined)[] = []
  let workOrderError: unknown
  try {
    for (let from = 0; from < list.length; from += CALL_MAX) {
      const done = await processNow(list.slice(from, from + CALL_MAX), type, content, { each: true })
      results.push(...done.results)
      undoables.push(done.undoable)
      workOrderError ??= done.workOrderError
    }
    return { results, workOrderError }
  } finally {
    offerUndo(undoables)
  }
}

const doneResult = ({ id, sn, alarmSeq }: Alarm): AlarmResult => ({
  id,
  sn,
  alarmSeq,
  code: CODES.ok,
  msg: '',
})

/** Marks alarms as read; of several those that exist. Answers the result of each, in the order of the list. */
export async function readNow(list: readonly Alarm[]): Promise<readonly AlarmResult[]> {
  const results: AlarmResult[] = []
  for (let from = 0; from < list.length; from += LIMITS.liveAlarmCap) {
    const part = list.slice(from, from + LIMITS.liveAlarmCap)
    const refs = part.map(({ id, sn, alarmSeq }) => ({ id, sn, alarmSeq }))
    const reply = await request(changeReadState, { body: { list: refs, each: true } })
    results.push(...(reply.results ?? part.map(doneResult)))
  }
  changeLive(
    list.filter((_, place) => results[place]?.code === CODES.ok),
    { isRead: 1 },
  )
  void queryClient.invalidateQueries({ queryKey: ['alarms'] })
  return results
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
