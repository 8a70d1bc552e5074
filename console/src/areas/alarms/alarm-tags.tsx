import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  FieldTimeOutlined,
  FileDoneOutlined,
  StopOutlined,
} from '@ant-design/icons'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { processingName } from './alarm-rules.ts'
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

/** How an alarm was processed, or that it was not. */
export function ProcessingTag({ alarm }: { alarm: Pick<Alarm, 'processingType'> }) {
  const t = useText('alarms')
  const name = processingName(alarm.processingType)
  if (name === 'none')
    return (
      <span className="alarm-tag" data-kind="waiting">
        {t('processing.none')}
      </span>
    )
  return (
    <span className="alarm-tag" data-kind="done">
      {name === 'workOrder' ? <FileDoneOutlined /> : <CheckCircleOutlined />}
      {t(`processing.${name}`)}
    </span>
  )
}
