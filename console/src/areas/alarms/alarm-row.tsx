import type { Alarm } from '@backlot/contract/alarms/entities'
import { memo } from 'react'
import { AlarmLevelMark } from '../../features/alarms/alarm-level-mark.tsx'
import type { AlarmTypes } from '../../features/alarms/alarm-types.ts'
import { placeName } from '../../features/alarms/place-name.ts'
import { useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { ArrivalMark, OngoingMark, ProcessingTag } from './alarm-tags.tsx'
import { AlarmThumb } from './alarm-thumb.tsx'
import { ReviewActions } from './review/review-actions.tsx'
import type { ReviewAct } from './review/review-keys.ts'

type Props = {
  alarm: Alarm
  types: AlarmTypes
  onOpen: (alarm: Alarm) => void
  onAct: (alarm: Alarm, act: ReviewAct, byKey: boolean) => void
}

/** One alarm of the live list. */
export const AlarmRow = memo(function AlarmRow({ alarm, types, onOpen, onAct }: Props) {
  const t = useText('alarms')
  const name = types.nameOf(alarm.type, alarm.subType)
  const place = placeName(alarm)
  return (
    <div className="alarm-row" data-unread={alarm.isRead === 0}>
      <button
        type="button"
        className="alarm-row-body"
        aria-keyshortcuts="C M W J K"
        onClick={() => onOpen(alarm)}
      >
        <AlarmThumb alarm={alarm} />
        <span className="alarm-row-main">
          <span className="alarm-row-name">
            <AlarmLevelMark
              level={types.levelOf(alarm.type, alarm.subType)}
              colour={types.colourOf(alarm.type, alarm.subType)}
            />
            <span title={name}>{name}</span>
            {alarm.isRead === 0 && <span className="visually-hidden">{t('read.no')}</span>}
          </span>
          <span className="alarm-row-device">{place}</span>
        </span>
        <span className="alarm-row-end">
          <span>
            <ArrivalMark alarm={alarm} /> <OngoingMark alarm={alarm} />{' '}
            <time>{formatTime(alarm.startTime).slice(5)}</time>
          </span>
          <ProcessingTag alarm={alarm} />
        </span>
      </button>
      <ReviewActions
        alarm={alarm}
        of={`${name}, ${place}`}
        onAct={(act, byKey) => onAct(alarm, act, byKey)}
      />
    </div>
  )
})
