import type { Alarm } from '@backlot/contract/alarms/entities'
import { openAlarm } from '../../app/alarm-opener.ts'
import { useText } from '../../language/language.ts'
import { useAlarmTypes } from '../../parts/alarms/alarm-types.ts'
import { formatTime } from '../../platform/clock.ts'

/** The newest alarms; each opens its detail. */
export function NewestAlarms({ alarms }: { alarms: readonly Alarm[] }) {
  const t = useText('home')
  const { nameOf } = useAlarmTypes()
  return (
    <ul className="newest">
      {alarms.map((alarm) => (
        <li key={alarm.id}>
          <button type="button" onClick={() => openAlarm(alarm)}>
            <time>{formatTime(alarm.startTime).slice(5)}</time>
            <span className="newest-type">{nameOf(alarm.type, alarm.subType)}</span>
            <span className="newest-device">{alarm.devName}</span>
            <span className="newest-state" data-open={alarm.processingType === null}>
              {alarm.processingType === null ? t('legendOpen') : t('legendProcessed')}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
