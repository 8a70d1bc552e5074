import { getAlarm } from '@backlot/contract/alarms/calls'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { openAlarm } from '../../app/alarm-opener.ts'
import { useText } from '../../language/language.ts'
import { useAlarmTypes } from '../../parts/alarms/alarm-types.ts'
import { alarmNames } from '../../parts/alarms/place-name.ts'
import { useMayCall } from '../../parts/may-call.ts'
import { formatTime } from '../../platform/clock.ts'
import { NewestRow } from './home-parts.tsx'

/** The newest alarms; each opens its detail, for who may see it. */
export function NewestAlarms({ alarms }: { alarms: readonly Alarm[] }) {
  const t = useText('home')
  const { nameOf } = useAlarmTypes()
  const may = useMayCall()
  return (
    <ul className="newest">
      {alarms.map((alarm) => (
        <li key={alarm.id}>
          <NewestRow onOpen={may(getAlarm) ? () => openAlarm(alarm) : undefined}>
            <time>{formatTime(alarm.startTime).slice(5)}</time>
            <span className="newest-type" title={nameOf(alarm.type, alarm.subType)}>
              {nameOf(alarm.type, alarm.subType)}
            </span>
            <span className="newest-device" title={alarmNames(alarm).device}>
              {alarmNames(alarm).device}
            </span>
            <span className="newest-state" data-open={alarm.processingType === null}>
              {alarm.processingType === null ? t('legendOpen') : t('legendProcessed')}
            </span>
          </NewestRow>
        </li>
      ))}
    </ul>
  )
}
