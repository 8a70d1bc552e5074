import { AlarmLevelMark } from '../../features/alarms/alarm-level-mark.tsx'
import { useAlarmTypes } from '../../features/alarms/alarm-types.ts'
import { placeName } from '../../features/alarms/place-name.ts'
import { useDevice } from '../../features/device-tree/device-store.ts'
import { useText } from '../../language/language.ts'
import { formatTime, platformNow, useClock } from '../../platform/clock.ts'
import { useConnectionLost } from '../../platform/use-connection-lost.ts'
import { isManualSnapshot, isProcessed } from './alarm-rules.ts'
import { useAlarms } from './alarm-store.ts'
import { openDetail } from './alarm-view-store.ts'

/**
 * The newest alarm of the live list that waits for processing (manual snapshots never are), or that none is new. Of a
 * list that is empty because the platform cannot be reached nothing is claimed.
 */
export function NewestOpen() {
  const t = useText('liveAlarms')
  const types = useAlarmTypes()
  const lost = useConnectionLost() !== undefined
  const { known } = useClock(0)
  const alarm = useAlarms(({ list }) => list.find((one) => !isProcessed(one) && !isManualSnapshot(one)))
  // The tree may have its names later than the list, in another language too.
  const of = useDevice(alarm?.sn)
  if (!alarm) return lost || !known ? null : <p className="alarm-banner-none">{t('tips.none')}</p>
  const level = types.levelOf(alarm.type, alarm.subType)
  const kind = types.nameOf(alarm.type, alarm.subType)
  const device = placeName(alarm, of)
  return (
    <button
      type="button"
      className="alarm-banner-newest"
      title={`${t('tips.newest')}\n${kind}\n${device}`}
      onClick={() => openDetail(alarm)}
    >
      <span className="alarm-banner-label">{t('tips.newest')}</span>
      <AlarmLevelMark level={level} size={14} colour={types.colourOf(alarm.type, alarm.subType)} />
      <strong>{kind}</strong>
      <span className="alarm-tip-device">{device}</span>
      <time>{timeText(alarm.startTime)}</time>
    </button>
  )
}

/** The time, with month and day when it is another day. */
function timeText(seconds: number): string {
  const text = formatTime(seconds)
  return text.slice(formatTime(platformNow()).startsWith(text.slice(0, 10)) ? 11 : 5)
}
