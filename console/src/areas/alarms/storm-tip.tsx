import { CloseOutlined, ThunderboltOutlined } from '@ant-design/icons'
import { useMemo, useRef } from 'react'
import { groupAlarms } from '../../features/alarms/alarm-groups.ts'
import { AlarmLevelMark } from '../../features/alarms/alarm-level-mark.tsx'
import { useAlarmTypes } from '../../features/alarms/alarm-types.ts'
import { useText } from '../../language/language.ts'
import { NOTHING_RAISED, useAlarms } from './alarm-store.ts'

type StormTipProps = {
  /** How many types are named; of the others the number is. */
  named: number
  /** The operator has chosen storm mode: the tip says so, and closing it ends the mode. */
  inMode: boolean
  onOpen: () => void
  onClose: () => void
}

/** A storm in one tip: how fast it comes, and how many of which type since the tip is shown. In storm mode also while few come. */
export function StormTip({ named, inMode, onOpen, onClose }: StormTipProps) {
  const t = useText('liveAlarms')
  const types = useAlarmTypes()
  const { raging, perSecond } = useAlarms((alarms) => alarms.storm)
  const raised = useAlarms((alarms) => alarms.raised)
  const before = useRef(raised)
  // A page in storm mode is there before its list: what that begins with is not new.
  if (before.current === NOTHING_RAISED) before.current = raised
  const list = useAlarms((alarms) => alarms.list)
  const groups = useMemo(() => groupAlarms(list, 'type', types, raised), [list, types, raised])
  const counts = groups
    .map(({ of, name, level, count }) => ({ name, level, count: count - (before.current[of] ?? 0) }))
    .filter(({ count }) => count > 0)
  const others = counts.slice(named).reduce((sum, { count }) => sum + count, 0)
  return (
    <div className="alarm-tip alarm-tip-storm">
      <button type="button" className="alarm-tip-body" aria-description={t('tips.toList')} onClick={onOpen}>
        <ThunderboltOutlined />
        {inMode && <strong className="alarm-tip-mode">{t('tips.mode')}</strong>}
        {raging && <strong>{t('tips.storm', { rate: perSecond })}</strong>}
        {counts.length === 0 && <span className="alarm-tip-others">{t('tips.none')}</span>}
        {counts.slice(0, named).map(({ name, count, level }) => (
          <span key={name} className="alarm-tip-type">
            <AlarmLevelMark level={level} />
            <span>{name}</span>
            <b>{count}</b>
          </span>
        ))}
        {others > 0 && <span className="alarm-tip-others">{t('tips.others', { count: others })}</span>}
      </button>
      <button
        type="button"
        className="alarm-tip-close"
        aria-label={t(inMode ? 'tips.modeOff' : 'tips.close')}
        title={inMode ? t('tips.modeOff') : undefined}
        onClick={onClose}
      >
        <CloseOutlined />
      </button>
    </div>
  )
}
