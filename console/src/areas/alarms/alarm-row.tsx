import type { Alarm } from '@backlot/contract/alarms/entities'
import { memo } from 'react'
import { AlarmLevelMark } from '../../features/alarms/alarm-level-mark.tsx'
import type { AlarmTypes } from '../../features/alarms/alarm-types.ts'
import { placeName } from '../../features/alarms/place-name.ts'
import { useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { AlarmStateTag, ArrivalMark, ProcessingTag } from './alarm-tags.tsx'

type Props = { alarm: Alarm; types: AlarmTypes; onOpen: (alarm: Alarm) => void }

/** One alarm of the live list. */
export const AlarmRow = memo(function AlarmRow({ alarm, types, onOpen }: Props) {
  const t = useText('alarms')
  const name = types.nameOf(alarm.type, alarm.subType)
  return (
    <button
      type="button"
      className="alarm-row"
      data-unread={alarm.isRead === 0}
      onClick={() => onOpen(alarm)}
    >
      <AlarmLevelMark
        level={types.levelOf(alarm.type, alarm.subType)}
        colour={types.colourOf(alarm.type, alarm.subType)}
      />
      <span className="alarm-row-main">
        <span className="alarm-row-name">
          <span title={name}>{name}</span>
          {alarm.isRead === 0 && <span className="visually-hidden">{t('read.no')}</span>}
        </span>
        <span className="alarm-row-device">{placeName(alarm)}</span>
      </span>
      <span className="alarm-row-end">
        <span>
          <ArrivalMark alarm={alarm} /> <time>{formatTime(alarm.startTime).slice(5)}</time>
        </span>
        {alarm.processingType === null ? <AlarmStateTag alarm={alarm} /> : <ProcessingTag alarm={alarm} />}
      </span>
    </button>
  )
})
