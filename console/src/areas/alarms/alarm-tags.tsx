import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseCircleOutlined,
  ExclamationCircleOutlined,
  FieldTimeOutlined,
  FileDoneOutlined,
  StopOutlined,
  UserOutlined,
} from '@ant-design/icons'
import type { Alarm } from '@backlot/contract/alarms/entities'
import type { ReactElement } from 'react'
import { useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { type ProcessingName, processingName } from './alarm-rules.ts'
import './alarm-tags.css'

/** Start or stop, by shape and words. */
export function AlarmStateTag({ alarm }: { alarm: Pick<Alarm, 'state'> }) {
  const t = useText('alarms')
  const ended = alarm.state === 2
  return (
    <span className="alarm-tag" data-kind={ended ? 'quiet' : 'ongoing'}>
      {ended ? <StopOutlined /> : <ClockCircleOutlined />}
      {ended ? t('state.stop') : t('state.start')}
    </span>
  )
}

/** That an alarm still goes on, where there is no room for words; nothing for one that has ended. */
export function OngoingMark({ alarm }: { alarm: Pick<Alarm, 'state'> }) {
  const t = useText('alarms')
  if (alarm.state === 2) return null
  return (
    <span
      className="alarm-tag"
      data-kind="ongoing"
      role="img"
      aria-label={t('state.start')}
      title={t('state.start')}
    >
      <ClockCircleOutlined />
    </span>
  )
}

/** That an alarm came late, or that the clock of its device was wrong; nothing for others. */
export function ArrivalMark({ alarm }: { alarm: Pick<Alarm, 'receivedTime' | 'deviceTime'> }) {
  const t = useText('alarms')
  const { receivedTime, deviceTime } = alarm
  if (receivedTime === undefined && deviceTime === undefined) return null
  const text =
    deviceTime === undefined
      ? t('arrival.late', { time: formatTime(receivedTime ?? 0) })
      : t('arrival.wrongClock', { time: deviceTime })
  return (
    <span className="alarm-tag" data-kind="waiting" role="img" aria-label={text} title={text}>
      <FieldTimeOutlined />
    </span>
  )
}

const RESULT_ICONS: Partial<Record<ProcessingName, ReactElement>> = {
  workOrder: <FileDoneOutlined />,
  misjudgment: <CloseCircleOutlined />,
  wrongReport: <CloseCircleOutlined />,
}

/** How an alarm was processed, or that it was not, and who responds to it. */
export function ProcessingTag({ alarm }: { alarm: Pick<Alarm, 'processingType' | 'responderName'> }) {
  const t = useText('alarms')
  const name = processingName(alarm.processingType)
  if (name === 'none')
    return (
      <span className="alarm-tag" data-kind="waiting">
        {alarm.responderName ? <UserOutlined /> : <ExclamationCircleOutlined />}
        {alarm.responderName
          ? t('processing.responding', { name: alarm.responderName })
          : t('processing.none')}
      </span>
    )
  return (
    <span
      className="alarm-tag"
      data-kind={name === 'misjudgment' || name === 'wrongReport' ? 'quiet' : 'done'}
    >
      {RESULT_ICONS[name] ?? <CheckCircleOutlined />}
      {t(`processing.${name}`)}
    </span>
  )
}
