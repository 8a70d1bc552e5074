import type { Alarm } from '@backlot/contract/alarms/entities'
import { Button, Input, Select, Tooltip } from 'antd'
import { useId, useState } from 'react'
import { shown } from '../../app/message-bridge.tsx'
import { useSession } from '../../app/session-store.ts'
import { errorText } from '../../language/error-text.ts'
import { type TextKey, useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { initialProcessing, processingFor, processingName, selectableProcessing } from './alarm-rules.ts'
import { ProcessingTag } from './alarm-tags.tsx'
import { processNow } from './process-alarms.ts'
import { useMayHandle } from './use-may-handle.ts'

const CONTENT_MAX = 255

/** The processing section. Read-only once processed; some users may open it again. */
export function AlarmProcessing({
  alarm,
  onChange,
}: {
  alarm: Alarm
  onChange: (change: Partial<Alarm>) => void
}) {
  const t = useText('alarms')
  const user = useSession((session) => session.userInfo)
  const mayHandle = useMayHandle()
  const [type, setType] = useState(initialProcessing(alarm.processingType))
  const [content, setContent] = useState(alarm.processingContent)
  const [reopened, setReopened] = useState(false)
  const [busy, setBusy] = useState(false)
  const id = useId()
  if (!user) return null

  const processing = processingFor(alarm, user)
  if (processing === 'never') {
    return (
      <section className="alarm-processing" aria-label={t('processing.title')}>
        <p className="alarm-processing-note">{t('detail.manualSnapshot')}</p>
      </section>
    )
  }
  const enabled = mayHandle && (processing === 'open' || (processing === 'again' && reopened))
  const selectable = selectableProcessing(alarm.processingType)
  const shownTypes = selectable.includes(type) ? selectable : [type, ...selectable]

  async function process() {
    setBusy(true)
    try {
      const { change, workOrderError } = await processNow([alarm], type, content)
      shown().message.success(t('processing.done'))
      if (workOrderError)
        shown().message.warning(t('processing.noWorkOrder', { why: errorText(workOrderError) }))
      setReopened(false)
      onChange(change)
    } catch (error) {
      shown().message.error(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  const whyNot = !mayHandle
    ? t('detail.mayNot')
    : processing === 'closed'
      ? t('processing.onceOnly')
      : undefined
  return (
    <section className="alarm-processing" aria-label={t('processing.title')}>
      <h3>
        {t('processing.title')}
        {processing === 'again' && mayHandle && !reopened && (
          <Button size="small" type="link" onClick={() => setReopened(true)}>
            {t('processing.again')}
          </Button>
        )}
      </h3>
      <div className="alarm-processing-form">
        <label htmlFor={`${id}type`}>{t('processing.type')}</label>
        <Select
          id={`${id}type`}
          value={type}
          disabled={!enabled}
          onChange={setType}
          options={shownTypes.map((value) => ({
            value,
            label: t(`processing.${processingName(value)}` as TextKey<'alarms'>),
          }))}
        />
        <label htmlFor={`${id}content`}>{t('processing.content')}</label>
        <Input.TextArea
          id={`${id}content`}
          rows={2}
          maxLength={CONTENT_MAX}
          value={content}
          disabled={!enabled}
          onChange={(event) => setContent(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && enabled && !busy) void process()
          }}
        />
        <div className="alarm-processing-end">
          {alarm.processingType === null ? (
            <p className="alarm-processing-note">{enabled ? t('processing.hint') : whyNot}</p>
          ) : (
            <p className="alarm-processing-note">
              <ProcessingTag alarm={alarm} /> {alarm.processingName}
              {alarm.processingTime ? ` · ${formatTime(alarm.processingTime)}` : ''}
            </p>
          )}
          <Tooltip title={whyNot ?? (enabled ? undefined : t('processing.already'))}>
            <Button type="primary" disabled={!enabled} loading={busy} onClick={process}>
              {t('processing.process')}
            </Button>
          </Tooltip>
        </div>
      </div>
    </section>
  )
}
