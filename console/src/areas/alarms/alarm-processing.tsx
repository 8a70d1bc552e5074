import type { Alarm } from '@backlot/contract/alarms/entities'
import { CODES } from '@backlot/contract/codes'
import { Alert } from 'antd'
import { useState } from 'react'
import { errorText } from '../../language/error-text.ts'
import { type TextKey, useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { isUnanswered, PlatformReplyError } from '../../platform/platform-reply-error.ts'
import { useSession } from '../../session/session-store.ts'
import { AlarmAudit } from './alarm-audit.tsx'
import { AlarmOrderLink } from './alarm-order-link.tsx'
import { processingFor, processingName } from './alarm-rules.ts'
import { ProcessedBy } from './processed-by.tsx'
import { ProcessingForm } from './processing-form.tsx'
import { isAdvancing } from './review/auto-advance.ts'
import { LastUndo } from './review/last-undo.tsx'
import { walkToOpen } from './review/walk-alarms.ts'
import './alarm-processing.css'

type AlarmProcessingProps = {
  alarm: Alarm
  onChange: (change: Partial<Alarm>) => void
  /** The platform knows the alarm otherwise than it is shown. */
  onStale: () => void
}

/** Codes by which the platform reports that somebody else was first, or that it has archived the alarm meanwhile. */
const STALE: readonly number[] = [CODES.alarmAlreadyProcessed, CODES.alarmChanged, CODES.alarmArchived]

/**
 * The processing section. Read-only once processed; some users may open it again. Others' changes meanwhile are
 * announced and shown; the typed text stays.
 */
export function AlarmProcessing({ alarm, onChange, onStale }: AlarmProcessingProps) {
  const t = useText('alarms')
  const tDetail = useText('alarmDetail')
  const tErrors = useText('errors')
  const user = useSession((session) => session.userInfo)
  /** The processing as it was when the alarm was opened, and the platform's answer to ours. */
  const [opened] = useState(alarm.processingTime)
  const [refused, setRefused] = useState<string>()
  /** The result of ours is not known yet. */
  const [unanswered, setUnanswered] = useState(false)
  if (!user) return null
  if (processingFor(alarm, user) === 'never') {
    return (
      <section className="alarm-processing" aria-label={t('processing.title')}>
        <p className="alarm-processing-note">{t('detail.manualSnapshot')}</p>
      </section>
    )
  }
  if (alarm.archived) {
    return (
      <section className="alarm-processing" aria-label={t('processing.title')}>
        <h2>{t('processing.title')}</h2>
        <ProcessedBy alarm={alarm} />
        <AlarmAudit alarm={alarm} onChange={onChange} />
        <AlarmOrderLink alarm={alarm} />
        <p className="alarm-processing-note">{tDetail('processing.archived')}</p>
      </section>
    )
  }
  const isNews = alarm.processingTime !== null && alarm.processingTime !== opened
  const news = {
    name: alarm.processingName,
    time: formatTime(alarm.processingTime ?? 0),
    result: t(`processing.${processingName(alarm.processingType)}` as TextKey<'alarms'>),
  }
  const isMine = alarm.processingId === user.userId
  const byOther = isNews && !isMine ? tDetail('processing.byOther', news) : undefined
  // The platform took it, its answer was lost.
  const byMe =
    isNews && isMine && (unanswered || refused !== undefined) ? tDetail('processing.byYou', news) : undefined
  const waiting = unanswered && !isNews ? tErrors('unanswered') : undefined
  const warning = waiting ?? (byMe === undefined ? refused : undefined)
  const title = warning ?? byMe ?? byOther
  return (
    <section className="alarm-processing" aria-label={t('processing.title')}>
      {title !== undefined && (
        <Alert
          className="alarm-processing-said"
          type={warning === undefined ? 'info' : 'warning'}
          showIcon
          role={warning === undefined ? 'status' : 'alert'}
          title={title}
        />
      )}
      <LastUndo alarm={alarm} />
      <ProcessingForm
        alarm={alarm}
        user={user}
        onDone={(change) => {
          setRefused(undefined)
          setUnanswered(false)
          onChange(change)
          if (isAdvancing()) void walkToOpen(alarm)
        }}
        onRefused={(error) => {
          setUnanswered(isUnanswered(error))
          if (!(error instanceof PlatformReplyError) || !STALE.includes(error.code)) return
          setRefused(errorText(error))
          onStale()
        }}
        onUndone={onStale}
      />
      <AlarmAudit alarm={alarm} onChange={onChange} />
      <AlarmOrderLink alarm={alarm} />
    </section>
  )
}
