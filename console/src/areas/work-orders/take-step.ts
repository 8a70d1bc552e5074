import { CODES } from '@backlot/contract/codes'
import { stepWorkOrder } from '@backlot/contract/work-orders/calls'
import type { WorkOrder } from '@backlot/contract/work-orders/entities'
import { notify } from '../../components/notifications/notify.ts'
import { errorText } from '../../language/error-text.ts'
import { request } from '../../platform/client.ts'
import { PlatformReplyError } from '../../platform/platform-reply-error.ts'
import { queryClient } from '../../platform/query-client.ts'
import type { OrderText } from './order-names.ts'
import type { Step } from './order-steps.ts'

/** Refusals after which the order is not as it was shown. */
const STALE: readonly number[] = [CODES.workOrderChanged, CODES.workOrderState, CODES.notFound]

/** Takes an order a step further and reports it, or why not; answers whether it was taken. */
export async function takeStep(
  t: OrderText,
  { id, version, number }: WorkOrder,
  action: Step,
  said: { content?: string; pictures?: string[]; assigneeId?: number },
): Promise<boolean> {
  try {
    await request(stepWorkOrder, { body: { id, version, action, ...said } })
    notify.success(t(`stepDone.${action}`, { number }))
    await queryClient.invalidateQueries({ queryKey: ['workOrders'] })
    return true
  } catch (error) {
    notify.error(errorText(error))
    if (error instanceof PlatformReplyError && STALE.includes(error.code)) {
      void queryClient.invalidateQueries({ queryKey: ['workOrders'] })
    }
    return false
  }
}
