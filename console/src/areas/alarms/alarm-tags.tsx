import { CheckCircleOutlined, ClockCircleOutlined, FileDoneOutlined, StopOutlined } from '@ant-design/icons'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { useText } from '../../language/language.ts'
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
