import { CloseOutlined } from '@ant-design/icons'
import { useEffect, useState } from 'react'
import { useText } from '../../language/language.ts'
import { AlarmLevelMark } from '../../parts/alarms/alarm-level-mark.tsx'
import { useSoundPermission } from '../../parts/alarms/alarm-sound.ts'
import { useAlarmTypes } from '../../parts/alarms/alarm-types.ts'
import { placeName } from '../../parts/alarms/place-name.ts'
import { formatTime } from '../../platform/clock.ts'
import { useSettings } from '../../platform/settings-store.ts'
import { type AlarmFilter, NO_FILTER } from './alarm-filter.ts'
import { onNews, resetNewCount, useAlarms } from './alarm-store.ts'
import { openDetail, setDrawerOpen, useAlarmView } from './alarm-view-store.ts'
import { MutedIcon } from './muted-icon.tsx'
import { StormTip } from './storm-tip.tsx'
import { addTips, causeKey, endTips, NO_TIPS, prolongTips, type Tip, type Tips } from './tip-list.ts'
import './alarm-tips.css'

const SECOND_MS = 1000
const untilMs = () => performance.now() + useSettings.getState().alarmTipsTime * SECOND_MS
const sum = (counts: Readonly<Record<string, number>>) =>
  Object.values(counts).reduce((total, count) => total + count, 0)

/**
 * New alarms at the upper right for `alarmTipsTime` seconds, longer while the mouse is moved over them (one that merely
 * rests where a tip comes up does not hold it); a storm as one tip, and so are many of one kind and cause.
 * Where the live list stands it shows them itself.
 */
export function AlarmTips() {
  const t = useText('liveAlarms')
  const raging = useAlarms((alarms) => alarms.storm.raging)
  const listed = useAlarmView((view) => view.drawerOpen)
  const [closedStorm, setClosedStorm] = useState(false)
  const [tips, setTips, setLookedAt] = useTips()
  if (!raging && closedStorm) setClosedStorm(false)

  const openList = (filter?: AlarmFilter) => {
    setTips(NO_TIPS)
    setDrawerOpen(true, filter)
    resetNewCount()
  }
  const stormShown = raging && !closedStorm && !listed
  const shown = listed || raging ? [] : tips.shown
  return (
    <section
      className="alarm-tips"
      aria-label={t('tips.title')}
      aria-live={raging ? 'off' : 'polite'}
      onPointerMove={({ movementX, movementY }) => {
        if (movementX !== 0 || movementY !== 0) setLookedAt(true)
      }}
      onPointerLeave={() => setLookedAt(false)}
    >
      {(stormShown || shown.length > 0) && <NoSoundYet />}
      {stormShown && <StormTip onOpen={() => openList()} onClose={() => setClosedStorm(true)} />}
      {shown.map((tip) => (
        <AlarmTip
          key={causeKey(tip.alarm)}
          tip={tip}
          onList={openList}
          onClose={() =>
            setTips((before) => ({ ...before, shown: before.shown.filter((one) => one !== tip) }))
          }
        />
      ))}
      {shown.length > 0 && tips.more > 0 && (
        <button type="button" className="alarm-tip-more" onClick={() => openList()}>
          {t('tips.more', { count: tips.more })}
        </button>
      )}
    </section>
  )
}

/** The tips of this moment; each goes when its time is over, unless somebody looks at them. */
function useTips() {
  const [tips, setTips] = useState<Tips>(NO_TIPS)
  const [lookedAt, setLookedAt] = useState(false)
  useEffect(
    () =>
      onNews(({ fresh, skipped }) => {
        if (useAlarms.getState().storm.raging) setTips(NO_TIPS)
        else setTips((before) => addTips(before, fresh, sum(skipped), untilMs()))
      }),
    [],
  )
  useEffect(() => {
    const firstMs = Math.min(...tips.shown.map((tip) => tip.untilMs))
    if (lookedAt || firstMs === Number.POSITIVE_INFINITY) return
    const timer = setTimeout(
      () => setTips((before) => endTips(before, performance.now())),
      Math.max(16, firstMs - performance.now() + 1),
    )
    return () => clearTimeout(timer)
  }, [tips, lookedAt])
  if (lookedAt && tips.shown.length === 0) setLookedAt(false)
  const look = (now: boolean) => {
    if (now === lookedAt) return
    if (!now) setTips((before) => prolongTips(before, untilMs()))
    setLookedAt(now)
  }
  return [tips, setTips, look] as const
}

type TipProps = {
  tip: Tip
  onClose: () => void
  /** Opens the live list with what the tip stands for. */
  onList: (filter: AlarmFilter) => void
}

function AlarmTip({ tip: { alarm, count }, onClose, onList }: TipProps) {
  const t = useText('liveAlarms')
  const types = useAlarmTypes()
  const level = types.levelOf(alarm.type, alarm.subType)
  return (
    <div className="alarm-tip" data-level={level}>
      <button
        type="button"
        className="alarm-tip-body"
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
        <span className="alarm-tip-text">
          <strong>
            {types.nameOf(alarm.type, alarm.subType)}
            {count > 1 && <b className="alarm-tip-count">{t('tips.times', { count })}</b>}
          </strong>
          <span>{(count > 1 && alarm.monitorName) || placeName(alarm)}</span>
        </span>
        <time>{formatTime(alarm.startTime).slice(11)}</time>
      </button>
      <button type="button" className="alarm-tip-close" aria-label={t('tips.close')} onClick={onClose}>
        <CloseOutlined />
      </button>
    </div>
  )
}

/** Browsers keep a page silent until it is touched: said where the alarm is that nobody hears. */
function NoSoundYet() {
  const t = useText('liveAlarms')
  const wanted = useSettings((settings) => settings.alarmPromptTone)
  const granted = useSoundPermission((permission) => permission.granted)
  if (!wanted || granted) return null
  return (
    <p className="alarm-tip-silence">
      <MutedIcon size={13} />
      {t('tips.locked')}
    </p>
  )
}
