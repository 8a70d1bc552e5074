import { CloseOutlined } from '@ant-design/icons'
import type { Alarm } from '@backlot/contract/alarms/entities'
import { useEffect, useState } from 'react'
import { useText } from '../../language/language.ts'
import { alarmKey } from '../../parts/alarms/alarm-key.ts'
import { AlarmLevelMark } from '../../parts/alarms/alarm-level-mark.tsx'
import { useAlarmTypes } from '../../parts/alarms/alarm-types.ts'
import { placeName } from '../../parts/alarms/place-name.ts'
import { formatTime } from '../../platform/clock.ts'
import { useSettings } from '../../platform/settings-store.ts'
import { onFreshAlarms, resetNewCount } from './alarm-store.ts'
import { openDetail, setDrawerOpen, useAlarmView } from './alarm-view-store.ts'
import './alarm-tips.css'

type Tip = { alarm: Alarm; until: number }
/** More at once would cover the screen: the rest is said as a number. */
const TIPS_SHOWN = 4

/** New alarms at the upper right for `alarmTipsTime` seconds. Where the live list stands it shows them itself. */
export function AlarmTips() {
  const t = useText('alarms')
  const types = useAlarmTypes()
  const [tips, setTips] = useState<readonly Tip[]>([])
  const [more, setMore] = useState(0)
  const listed = useAlarmView((view) => view.drawerOpen)

  useEffect(
    () =>
      onFreshAlarms((fresh) => {
        const until = performance.now() + useSettings.getState().alarmTipsTime * 1000
        const newest = fresh.slice(-TIPS_SHOWN).reverse()
        setTips((before) => [...newest.map((alarm) => ({ alarm, until })), ...before].slice(0, TIPS_SHOWN))
        setMore((before) => before + Math.max(0, fresh.length - TIPS_SHOWN))
      }),
    [],
  )

  useEffect(() => {
    const last = tips.at(-1)
    if (!last) {
      setMore(0)
      return
    }
    const timer = setTimeout(
      () => setTips((before) => before.filter((tip) => tip.until > performance.now())),
      Math.max(16, last.until - performance.now() + 5),
    )
    return () => clearTimeout(timer)
  }, [tips])

  const close = (tip: Tip) => setTips((before) => before.filter((one) => one !== tip))
  return (
    <section className="alarm-tips" aria-label={t('tips.title')} aria-live="polite">
      {(listed ? [] : tips).map((tip) => {
        const { alarm } = tip
        const name = types.nameOf(alarm.type, alarm.subType)
        return (
          <div key={alarmKey(alarm)} className="alarm-tip">
            <button
              type="button"
              className="alarm-tip-body"
              onClick={() => {
                close(tip)
                openDetail(alarm)
              }}
            >
              <AlarmLevelMark level={types.levelOf(alarm.type, alarm.subType)} size={14} />
              <span className="alarm-tip-text">
                <strong>{name}</strong>
                <span>{placeName(alarm)}</span>
              </span>
              <time>{formatTime(alarm.startTime).slice(11)}</time>
            </button>
            <button
              type="button"
              className="alarm-tip-close"
              aria-label={t('tips.close')}
              onClick={() => close(tip)}
            >
              <CloseOutlined />
            </button>
          </div>
        )
      })}
      {!listed && tips.length > 0 && more > 0 && (
        <button
          type="button"
          className="alarm-tip-more"
          onClick={() => {
            setTips([])
            setDrawerOpen(true)
            resetNewCount()
          }}
        >
          {t('tips.more', { count: more })}
        </button>
      )}
    </section>
  )
}
