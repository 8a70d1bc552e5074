import { CloseOutlined } from '@ant-design/icons'
import { AlarmLevelMark } from '../../features/alarms/alarm-level-mark.tsx'
import { useAlarmTypes } from '../../features/alarms/alarm-types.ts'
import { placeName } from '../../features/alarms/place-name.ts'
import { useDevice } from '../../features/device-tree/device-store.ts'
import { useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { type AlarmFilter, NO_FILTER } from './alarm-filter.ts'
import { openDetail } from './alarm-view-store.ts'
import type { Tip } from './tip-list.ts'

type TipProps = {
  tip: Tip
  /** From the left, 0 the first. */
  place: number
  onClose: () => void
  /** Opens the live list with the alarms of the tip. */
  onList: (filter: AlarmFilter) => void
}

/** One tip of the banner: the newest alarm of a kind and cause, and how many there are. */
export function AlarmTip({ tip: { alarm, count }, place, onClose, onList }: TipProps) {
  const t = useText('liveAlarms')
  const types = useAlarmTypes()
  const of = useDevice(alarm.sn)
  const level = types.levelOf(alarm.type, alarm.subType)
  const kind = types.nameOf(alarm.type, alarm.subType)
  const device = (count > 1 && alarm.monitorName) || placeName(alarm, of)
  return (
    <div className="alarm-tip" data-level={level} style={{ gridColumn: place + 1 }}>
      <button
        type="button"
        className="alarm-tip-body"
        title={`${kind}\n${device}`}
        {...(count > 1 && { 'aria-description': t('tips.toList') })}
        onClick={() => {
          if (count > 1) {
            onList({ ...NO_FILTER, type: alarm.type, device: alarm.monitorName || alarm.sn })
            return
          }
          onClose()
          openDetail(alarm)
        }}
      >
        <AlarmLevelMark level={level} size={14} colour={types.colourOf(alarm.type, alarm.subType)} />
        <strong>{kind}</strong>
        {count > 1 && <b className="alarm-tip-count">{t('tips.times', { count })}</b>}
        <span className="alarm-tip-device">{device}</span>
        <time>{formatTime(alarm.startTime).slice(11)}</time>
      </button>
      <button type="button" className="alarm-tip-close" aria-label={t('tips.close')} onClick={onClose}>
        <CloseOutlined />
      </button>
    </div>
  )
}
