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
import { isAssignable } from './assign-alarms.ts'
import { isOpenNow } from './next-open.ts'
import { REVIEW_LETTERS, type ReviewAct } from './review-keys.ts'
import './review-actions.css'

type Act = { act: ReviewAct; label: string; icon: ReactElement }

type Pressed = {
  /** Name of the row, for who hears it. */
  of: string
  /** `byKey`: pressed without a pointer. */
  onAct: (act: ReviewAct, byKey: boolean) => void
}

/**
 * What can be done about an alarm in its row: confirm, misjudgment, work order. They are seen on the row under the
 * pointer and on the one with the focus, and where there is no pointer on all.
 */
export function ReviewActions({ alarm, ...pressed }: Pressed & { alarm: Alarm }) {
  const t = useText('alarms')
  const mayHandle = useMayHandle()
  const may = useMayCall()
  const user = useSession((session) => session.userInfo)
  const confirm = useProcessingAction(PROCESSING_TYPES.sure)
  const open = mayHandle && isOpenFor(alarm, user)
  const ordered = alarm.processingType === PROCESSING_TYPES.workOrder
  const sure = alarm.processingType === PROCESSING_TYPES.sure && !alarm.archived
  const acts: Act[] = []
  if (open) acts.push(...resultActs(confirm, t('processing.misjudge')))
  if ((open || sure) && may(addWorkOrder))
    acts.push({ act: 'order', label: t('review.order'), icon: <UserAddOutlined /> })
  if (ordered && may(getWorkOrder))
    acts.push({ act: 'order', label: t('review.toOrder'), icon: <FileDoneOutlined /> })
  return <Acts acts={acts} {...pressed} />
}

/** What can be done about all alarms of a group at once. */
export function GroupActions({ alarms, ...pressed }: Pressed & { alarms: readonly Alarm[] }) {
  const t = useText('alarms')
  const mayHandle = useMayHandle()
  const may = useMayCall()
  const confirm = useProcessingAction(PROCESSING_TYPES.sure)
  const count = alarms.filter(isOpenNow).length
  const ofAll = (action: string) => t('review.all', { action, count })
  const acts: Act[] = []
  if (mayHandle && count > 0) acts.push(...resultActs(ofAll(confirm), ofAll(t('processing.misjudge'))))
  if (mayHandle && may(addWorkOrder) && alarms.some(isAssignable))
    acts.push({ act: 'order', label: t('review.order'), icon: <UserAddOutlined /> })
  return <Acts acts={acts} {...pressed} />
}

const resultActs = (confirm: string, misjudge: string): Act[] => [
  { act: 'confirm', label: confirm, icon: <CheckOutlined /> },
  { act: 'misjudge', label: misjudge, icon: <CloseOutlined /> },
]

function Acts({ acts, of, onAct }: Pressed & { acts: readonly Act[] }) {
  const t = useText('alarms')
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
