import { lacksCall } from '@backlot/contract/adapters/call-request'
import { PROCESSING_TYPES } from '@backlot/contract/alarms/constants'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { CODES } from '@backlot/contract/codes'
import { withdrawWorkOrder } from '@backlot/contract/work-orders/calls'
import { notify } from '../../../components/notifications/notify.ts'
import type { AlarmTypes } from '../../../features/alarms/alarm-types.ts'
import { alarmNames } from '../../../features/alarms/place-name.ts'
import { type AlarmToAssign, open } from '../../../features/open.ts'
import { loadTexts, textOf } from '../../../language/language.ts'
import { config } from '../../../platform/config.ts'
import { queryClient } from '../../../platform/query-client.ts'
import { processNow } from '../process-alarms.ts'
import { offerUndo } from '../processing-undo.ts'
import { isOpenNow } from './next-open.ts'

const isSure = ({ processingType, archived }: Alarm) => processingType === PROCESSING_TYPES.sure && !archived

/** Whether alarms can get a work order: they are confirmed and have none, or wait and are confirmed on the way. */
export const isAssignable = (alarm: Alarm): boolean => isSure(alarm) || isOpenNow(alarm)

/**
 * Opens the form that gives alarms one work order with its assignee; those that wait are confirmed when it is sent. Of
 * an alarm that has an order, the order opens.
 */
export async function assignAlarms(
  alarms: readonly Alarm[],
  types: Pick<AlarmTypes, 'nameOf' | 'levelOf'>,
  onDone?: () => void,
): Promise<void> {
  const [only] = alarms
  if (alarms.length === 1 && only?.processingType === PROCESSING_TYPES.workOrder) {
    open({ kind: 'workOrder', order: { alarmId: only.id } })
    return
  }
  await loadTexts(['alarms'])
  const t = textOf('alarms')
  const assignable = alarms.filter(isAssignable)
  const [first] = assignable
  if (!first) {
    notify.info(t('review.noOrder'))
    return
  }
  const ready = assignable.filter(isSure)
  let waiting = assignable.filter((alarm) => !isSure(alarm))
  const confirmed: Alarm[] = []

  /** Confirms those that wait, without the orders that the platform would have made by itself. */
  async function confirm(): Promise<readonly AlarmToAssign[]> {
    if (waiting.length > 0) {
      const { results } = await processNow(waiting, PROCESSING_TYPES.sure, '', { each: true, orders: false })
      const refused = results.find(({ code }) => code !== CODES.ok)
      if (refused) notify.warning(refused.msg)
      confirmed.push(...waiting.filter((_, place) => results[place]?.code === CODES.ok))
      ready.push(...confirmed)
      waiting = []
    }
    return ready.map(toAssign)
  }

  const toAssign = (alarm: Alarm): AlarmToAssign => {
    const { id, sn, alarmSeq, type, subType } = alarm
    return { id, sn, alarmSeq, title: `${alarmNames(alarm).device} ${types.nameOf(type, subType)}` }
  }
  open({
    kind: 'assignAlarms',
    order: {
      alarms: assignable.map(toAssign),
      confirms: waiting.length,
      priority: Math.min(...assignable.map(({ type, subType }) => types.levelOf(type, subType))),
      confirm,
      onAssigned({ undoUntil, ...made }) {
        if (undoUntil === undefined || lacksCall(config().adapter, withdrawWorkOrder.name)) return false
        offerUndo([
          {
            alarms: ready,
            type: PROCESSING_TYPES.workOrder,
            content: '',
            untilS: undoUntil,
            order: { ...made, confirmed },
          },
        ])
        return true
      },
      onDone: () => {
        void queryClient.invalidateQueries({ queryKey: ['alarms'] })
        onDone?.()
      },
    },
  })
}
