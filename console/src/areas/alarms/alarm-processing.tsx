import { type Alarm, PROCESSING_TYPES } from '@backlot/contract/alarms/entities'
import { CODES } from '@backlot/contract/codes'
import type { UserInfo } from '@backlot/contract/session/entities'
import { Alert, Button, Input, Select, Tooltip } from 'antd'
import { useId, useState } from 'react'
import { shown } from '../../app/message-bridge.tsx'
import { useSession } from '../../app/session-store.ts'
import { errorText } from '../../language/error-text.ts'
import { type TextKey, useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { PlatformReplyError } from '../../platform/platform-reply-error.ts'
import { AlarmAudit } from './alarm-audit.tsx'
import { AlarmOrderLink } from './alarm-order-link.tsx'
import { initialProcessing, processingFor, processingName, selectableProcessing } from './alarm-rules.ts'
import { ProcessingTag } from './alarm-tags.tsx'
import { processNow } from './process-alarms.ts'
import { useMayHandle } from './use-may-handle.ts'
import './alarm-processing.css'

const CONTENT_MAX = 255

type AlarmProcessingProps = {
  alarm: Alarm
  onChange: (change: Partial<Alarm>) => void
  /** The platform knows the alarm otherwise than it is shown. */
  onStale: () => void
}

/** Codes by which the platform says that somebody else was first. */
const STALE: readonly number[] = [CODES.alarmAlreadyProcessed, CODES.alarmChanged]

/**
 * The processing section. Read-only once processed; some users may open it again. What somebody else does meanwhile is
 * said and shown.
 */
export function AlarmProcessing({ alarm, onChange, onStale }: AlarmProcessingProps) {
  const t = useText('alarms')
  const tDetail = useText('alarmDetail')
  const user = useSession((session) => session.userInfo)
  /** The processing as it was when the alarm was opened, and what the platform said against ours. */
  const [opened] = useState(alarm.processingTime)
  const [refused, setRefused] = useState<string>()
  if (!user) return null
  if (processingFor(alarm, user) === 'never') {
    return (
      <section className="alarm-processing" aria-label={t('processing.title')}>
        <p className="alarm-processing-note">{t('detail.manualSnapshot')}</p>
      </section>
    )
  }
  const byOther =
    alarm.processingTime !== null && alarm.processingTime !== opened && alarm.processingId !== user.userId
      ? tDetail('processing.byOther', {
          name: alarm.processingName,
          time: formatTime(alarm.processingTime),
        })
      : undefined
  const said = refused ?? byOther
  return (
    <section className="alarm-processing" aria-label={t('processing.title')}>
      {said !== undefined && (
        <Alert
          className="alarm-processing-said"
          type={refused === undefined ? 'info' : 'warning'}
          showIcon
          role={refused === undefined ? 'status' : 'alert'}
          title={said}
        />
      )}
      <ProcessingForm
        key={`${alarm.processingType} ${alarm.processingId} ${alarm.processingContent}`}
        alarm={alarm}
        user={user}
        onDone={(change) => {
          setRefused(undefined)
          onChange(change)
        }}
        onRefused={(error) => {
          if (!(error instanceof PlatformReplyError) || !STALE.includes(error.code)) return
          setRefused(errorText(error))
          onStale()
        }}
      />
      <AlarmAudit alarm={alarm} onChange={onChange} />
      <AlarmOrderLink alarm={alarm} />
    </section>
  )
}

function ProcessingForm(props: {
  alarm: Alarm
  user: UserInfo
  onDone: (change: Partial<Alarm>) => void
  onRefused: (error: unknown) => void
}) {
  const { alarm, user, onDone, onRefused } = props
  const t = useText('alarms')
  const tDetail = useText('alarmDetail')
  const mayHandle = useMayHandle()
  const [type, setType] = useState(initialProcessing(alarm.processingType))
  const [content, setContent] = useState(alarm.processingContent)
  const [reopened, setReopened] = useState(false)
  const [busy, setBusy] = useState(false)
  const id = useId()

  const processing = processingFor(alarm, user)
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
      onDone(change)
    } catch (error) {
      shown().message.error(errorText(error))
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
  return (
    <>
      <h2>
        {t('processing.title')}
        {processing === 'again' && mayHandle && !reopened && (
          <Button size="small" type="link" onClick={() => setReopened(true)}>
            {t('processing.again')}
          </Button>
        )}
      </h2>
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
    </>
  )
}
