import { CheckOutlined, CloseOutlined, FileDoneOutlined, UserAddOutlined } from '@ant-design/icons'
import { PROCESSING_TYPES } from '@backlot/contract/alarms/constants'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { addWorkOrder, getWorkOrder } from '@backlot/contract/work-orders/calls'
import type { MouseEvent, ReactElement } from 'react'
import { useText } from '../../../language/language.ts'
import { useMayCall } from '../../../session/may-call.ts'
import { useSession } from '../../../session/session-store.ts'
import { isOpenFor } from '../alarm-rules.ts'
import { useMayHandle } from '../use-may-handle.ts'
import { useProcessingAction } from '../use-processing-action.ts'
import { REVIEW_LETTERS, type ReviewAct } from './review-keys.ts'
import './review-actions.css'

type Props = {
  alarm: Alarm
  /** Name of the row, for who hears it. */
  of: string
  /** `byKey`: pressed without a pointer. */
  onAct: (act: ReviewAct, byKey: boolean) => void
}

/**
 * What can be done about an alarm in its row: confirm, misjudgment, work order. They are seen on the row under the
 * pointer and on the one with the focus, and where there is no pointer on all.
 */
export function ReviewActions({ alarm, of, onAct }: Props) {
  const t = useText('alarms')
  const mayHandle = useMayHandle()
  const may = useMayCall()
  const user = useSession((session) => session.userInfo)
  const confirm = useProcessingAction(PROCESSING_TYPES.sure)
  const open = mayHandle && isOpenFor(alarm, user)
  const ordered = alarm.processingType === PROCESSING_TYPES.workOrder
  const sure = alarm.processingType === PROCESSING_TYPES.sure && !alarm.archived
  const acts: { act: ReviewAct; label: string; icon: ReactElement }[] = []
  if (open)
    acts.push(
      { act: 'confirm', label: confirm, icon: <CheckOutlined /> },
      { act: 'misjudge', label: t('processing.misjudge'), icon: <CloseOutlined /> },
    )
  if ((open || sure) && may(addWorkOrder))
    acts.push({ act: 'order', label: t('review.order'), icon: <UserAddOutlined /> })
  if (ordered && may(getWorkOrder))
    acts.push({ act: 'order', label: t('review.toOrder'), icon: <FileDoneOutlined /> })
  if (acts.length === 0) return null
  return (
    <span className="review-actions">
      {acts.map(({ act, label, icon }) => (
        <button
          key={act}
          type="button"
          data-act={act}
          title={t('review.withKey', { action: label, key: REVIEW_LETTERS[act] })}
          aria-label={t('review.of', { action: label, row: of })}
          onClick={(event: MouseEvent) => {
            event.stopPropagation()
            onAct(act, event.detail === 0)
          }}
        >
          {icon}
        </button>
      ))}
    </span>
  )
}
