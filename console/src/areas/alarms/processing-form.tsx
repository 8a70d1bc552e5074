import { processAlarms } from '@backlot/contract/alarms/calls'
import { PROCESSING_TYPES } from '@backlot/contract/alarms/constants'
import type { Alarm } from '@backlot/contract/alarms/entities'
import type { UserInfo } from '@backlot/contract/session/entities'
import { Button, Input, type RefSelectProps, Select, Tooltip } from 'antd'
import { useId, useRef, useState } from 'react'
import { CopyOwnText } from '../../components/copy-own-text.tsx'
import { notify } from '../../components/notifications/notify.ts'
import { rulesOf } from '../../features/table-screen/field-rules.ts'
import { errorText } from '../../language/error-text.ts'
import { type TextKey, useText } from '../../language/language.ts'
import { isUnanswered } from '../../platform/platform-reply-error.ts'
import { processingFor, processingName, selectableProcessing } from './alarm-rules.ts'
import { processNow } from './process-alarms.ts'
import { ProcessedBy } from './processed-by.tsx'
import { dropDraft, processingMark, useProcessingDraft } from './processing-drafts.ts'
import { offers, offerUndo, useUndo } from './processing-undo.ts'
import { AdvanceChoice } from './review/advance-choice.tsx'
import { DialogUndoButton } from './undo-button.tsx'
import { useMayHandle } from './use-may-handle.ts'
import { useProcessingAction } from './use-processing-action.ts'

const CONTENT = rulesOf(processAlarms.body.shape.content)

/**
 * Result and remark of an alarm. Nothing is preselected, and the button names its effect. What is processed, and what
 * the account may not process, is said as text.
 */
export function ProcessingForm(props: {
  alarm: Alarm
  user: UserInfo
  onDone: (change: Partial<Alarm>) => void
  onRefused: (error: unknown) => void
  onUndone: () => void
}) {
  const { alarm, user, onDone, onRefused, onUndone } = props
  const t = useText('alarms')
  const tDetail = useText('alarmDetail')
  const mayHandle = useMayHandle()
  const { type, content, unsent, change } = useProcessingDraft(alarm)
  const mark = processingMark(alarm)
  const [reopened, setReopened] = useState<string>()
  const [busy, setBusy] = useState(false)
  const undoable = useUndo(({ offered }) => offers(offered, alarm))
  const select = useRef<RefSelectProps>(null)
  const id = useId()
  const action = useProcessingAction(type)

  const processing = processingFor(alarm, user)
  // The channel may know the result before its answer is here.
  const enabled =
    mayHandle && (busy || processing === 'open' || (processing === 'again' && reopened === mark))
  const selectable = selectableProcessing(alarm.processingType)
  const shownTypes = type === undefined || selectable.includes(type) ? selectable : [type, ...selectable]

  async function process() {
    if (!enabled || busy) return
    if (type === undefined) {
      select.current?.focus()
      return
    }
    setBusy(true)
    try {
      const done = await processNow([alarm], type, content)
      notify.success(t('processing.done'))
      if (done.workOrderError)
        notify.warning(t('processing.noWorkOrder', { why: errorText(done.workOrderError) }))
      setReopened(undefined)
      dropDraft(alarm)
      offerUndo([done.undoable])
      onDone(done.change)
    } catch (error) {
      if (!isUnanswered(error)) notify.error(errorText(error))
      onRefused(error)
    } finally {
      setBusy(false)
    }
  }

  const ordered = alarm.processingType === PROCESSING_TYPES.workOrder
  const whyNot = !mayHandle
    ? t('detail.mayNot')
    : processing === 'closed'
      ? ordered
        ? tDetail('processing.closed')
        : t('processing.onceOnly')
      : undefined
  const missing = type === undefined ? t('processing.chooseFirst') : undefined
  const note = whyNot ?? (enabled ? (missing ?? t('processing.hint')) : undefined)
  return (
    <>
      <h2>
        {t('processing.title')}
        {enabled && <AdvanceChoice />}
        {processing === 'again' && mayHandle && !enabled && (
          <Button size="small" type="link" onClick={() => setReopened(mark)}>
            {t('processing.again')}
          </Button>
        )}
      </h2>
      {!enabled && <ProcessedBy alarm={alarm} />}
      {(enabled || unsent) && (
        <div className="alarm-processing-form">
          {enabled && <label htmlFor={`${id}type`}>{t('processing.type')}</label>}
          {enabled && (
            <Select
              ref={select}
              id={`${id}type`}
              value={type}
              placeholder={t('processing.choose')}
              onChange={(chosen: number) => change({ choice: { type: chosen, on: mark } })}
              options={shownTypes.map((value) => ({
                value,
                label: t(`processing.${processingName(value)}` as TextKey<'alarms'>),
              }))}
            />
          )}
          <label htmlFor={`${id}content`}>{t('processing.content')}</label>
          <Input.TextArea
            id={`${id}content`}
            rows={2}
            maxLength={CONTENT.maxLength}
            value={content}
            // Text typed during sending would be lost with the draft. What is typed can be selected when somebody else
            // was first.
            readOnly={!enabled || busy}
            onChange={(event) => change({ content: event.target.value })}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat) void process()
            }}
          />
          {!enabled && (
            <p className="alarm-processing-unsent">
              {t('processing.unsent')}
              <CopyOwnText text={content} />
            </p>
          )}
        </div>
      )}
      {(note !== undefined || undoable) && (
        <div className="alarm-processing-end">
          {note !== undefined && (
            <p className="alarm-processing-note" id={`${id}note`}>
              {note}
            </p>
          )}
          {undoable && <DialogUndoButton onUndone={onUndone} />}
          {enabled && (
            <Tooltip title={missing}>
              <Button
                type="primary"
                disabled={missing !== undefined}
                loading={busy}
                aria-describedby={`${id}note`}
                onClick={process}
              >
                {action}
              </Button>
            </Tooltip>
          )}
        </div>
      )}
    </>
  )
}
