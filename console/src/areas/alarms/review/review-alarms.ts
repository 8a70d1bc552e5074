import { ACCESS } from '@backlot/contract/access'
import { PROCESSING_TYPES } from '@backlot/contract/alarms/constants'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { CODES } from '@backlot/contract/codes'
import { notify } from '../../../components/notifications/notify.ts'
import { alarmKey } from '../../../features/alarms/alarm-key.ts'
import { errorText } from '../../../language/error-text.ts'
import { loadTexts, textOf } from '../../../language/language.ts'
import { queryClient } from '../../../platform/query-client.ts'
import { isCallPermitted } from '../../../session/permission.ts'
import { useSession } from '../../../session/session-store.ts'
import { isManualSnapshot, isOpenFor } from '../alarm-rules.ts'
import { processMany } from '../process-alarms.ts'
import { useUndo } from '../processing-undo.ts'

/** Results that a row gives with one press. */
export type ReviewResult = 'confirm' | 'misjudge'

const TYPES = { confirm: PROCESSING_TYPES.sure, misjudge: PROCESSING_TYPES.misjudgment } as const

/** Keys of alarms whose result is on its way: a second press sends nothing. */
const sending = new Set<string>()

/**
 * Processes the open ones of these alarms with one press and no remark, by the call and the rules of the detail, and
 * offers one undo for all. Refusals are shown. Answers those that were processed.
 */
export async function reviewAlarms(
  alarms: readonly Alarm[],
  result: ReviewResult,
): Promise<readonly Alarm[]> {
  await loadTexts(['alarms'])
  const t = textOf('alarms')
  const session = useSession.getState()
  if (!isCallPermitted(ACCESS.handleAlarms, session)) {
    notify.warning(t('detail.mayNot'))
    return []
  }
  const open = alarms.filter((alarm) => isOpenFor(alarm, session.userInfo))
  if (open.length === 0) {
    const only = alarms.length === 1 && alarms[0] && isManualSnapshot(alarms[0])
    notify.info(t(only ? 'detail.manualSnapshot' : 'review.processed'))
    return []
  }
  const asked = open.filter((alarm) => !sending.has(alarmKey(alarm)))
  if (asked.length === 0) return []
  for (const alarm of asked) sending.add(alarmKey(alarm))
  const before = useUndo.getState().offered
  try {
    const { results, workOrderError } = await processMany(asked, TYPES[result], '')
    const done = asked.filter((_, place) => results[place]?.code === CODES.ok)
    const refused = results.find(({ code }) => code !== CODES.ok)
    if (refused)
      notify.warning(
        asked.length === 1
          ? refused.msg
          : t('review.some', { done: done.length, left: asked.length - done.length, why: refused.msg }),
      )
    // The bar with the undo says it; a platform without undo has none.
    else if (useUndo.getState().offered === before) notify.success(t('processing.done'))
    if (workOrderError) notify.warning(t('processing.noWorkOrder', { why: errorText(workOrderError) }))
    return done
  } catch (error) {
    notify.error(errorText(error))
    return []
  } finally {
    for (const alarm of asked) sending.delete(alarmKey(alarm))
    // Refused ones are known otherwise by now.
    void queryClient.invalidateQueries({ queryKey: ['alarms'] })
  }
}
