import { getAlarm } from '@backlot/contract/alarms/calls'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { useAlarmTypes } from '../../features/alarms/alarm-types.ts'
import { alarmNames } from '../../features/alarms/place-name.ts'
import { open } from '../../features/open.ts'
import { useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { useMayCall } from '../../session/may-call.ts'
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
          <NewestRow onOpen={may(getAlarm) ? () => open({ kind: 'alarm', alarm }) : undefined}>
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
