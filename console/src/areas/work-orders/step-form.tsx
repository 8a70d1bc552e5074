import { ORDER_LIMITS } from '@backlot/contract/work-orders/constants'
import type { WorkOrderDetail } from '@backlot/contract/work-orders/entities'
import { ORDER_STEPS } from '@backlot/contract/work-orders/order-steps'
import { Alert, Button, Input, Tooltip } from 'antd'
import { useEffect, useState } from 'react'
import { CopyOwnText } from '../../components/copy-own-text.tsx'
import { useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { guardPage } from '../../platform/unsaved-changes.ts'
import { AssigneeChoice } from './assignee-choice.tsx'
import type { Step } from './order-steps.ts'
import { PictureUploads } from './picture-uploads.tsx'
import { takeStep } from './take-step.ts'

/**
 * Text of a step, and for a new assignee, the choice. The typed text stays when the platform refuses, and when somebody
 * else changed the order so that the step is no longer possible (`tooLate`).
 */
export function StepForm(props: {
  order: WorkOrderDetail
  step: Step
  tooLate: boolean
  onClose: () => void
}) {
  const { order, step, tooLate, onClose } = props
  const t = useText('workOrders')
  const [content, setContent] = useState('')
  const [pictures, setPictures] = useState<string[]>([])
  const [assigneeId, setAssignee] = useState<number>()
  const [busy, setBusy] = useState(false)
  const assigns = step === 'assign'
  const typed = content !== '' || pictures.length > 0
  useEffect(() => (typed ? guardPage() : undefined), [typed])

  const last = order.history.at(-1)
  // The operator's own step changes the order, too, while it is being taken.
  const changed =
    tooLate && !busy
      ? t('whyNot.tooLate', { name: last?.userName ?? '', time: last ? formatTime(last.time) : '' })
      : undefined
  const missing =
    changed ??
    (assigns && assigneeId === undefined
      ? t('fault.assignee')
      : ORDER_STEPS[step].needsContent && content.trim() === ''
        ? t('fault.words')
        : undefined)
  async function take() {
    setBusy(true)
    const taken = await takeStep(t, order, step, {
      content,
      pictures,
      ...(assigneeId === undefined ? {} : { assigneeId }),
    })
    setBusy(false)
    if (taken) onClose()
  }
  return (
    <form
      className="order-step-form"
      aria-label={t(`step.${step}`)}
      onSubmit={(event) => {
        event.preventDefault()
        if (missing === undefined) void take()
      }}
    >
      {changed !== undefined && <Alert type="warning" showIcon title={changed} />}
      {assigns && !tooLate && (
        <AssigneeChoice
          autoFocus
          place={{ nodeId: order.nodeId }}
          except={order.state === 5 ? null : order.assigneeId}
          value={assigneeId}
          onChange={setAssignee}
        />
      )}
      <Input.TextArea
        autoFocus={!assigns}
        rows={3}
        maxLength={ORDER_LIMITS.content}
        aria-label={t(`words.${step}`)}
        placeholder={t(`words.${step}`)}
        value={content}
        readOnly={tooLate || busy}
        onChange={(event) => setContent(event.target.value)}
      />
      <footer>
        {tooLate ? (
          content !== '' && <CopyOwnText text={content} />
        ) : (
          <PictureUploads value={pictures} onChange={setPictures} />
        )}
        <span className="order-step-buttons">
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Tooltip title={missing}>
            <Button
              type="primary"
              danger={step === 'reject'}
              htmlType="submit"
              loading={busy}
              disabled={missing !== undefined}
            >
              {t(`step.${step}`)}
            </Button>
          </Tooltip>
        </span>
      </footer>
    </form>
  )
}
