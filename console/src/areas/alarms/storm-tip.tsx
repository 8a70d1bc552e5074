import { CloseOutlined } from '@ant-design/icons'
import { useMemo, useRef } from 'react'
import { useText } from '../../language/language.ts'
import { groupAlarms } from '../../parts/alarms/alarm-groups.ts'
import { AlarmLevelMark } from '../../parts/alarms/alarm-level-mark.tsx'
import { useAlarmTypes } from '../../parts/alarms/alarm-types.ts'
import { useAlarms } from './alarm-store.ts'

const LINES = 4

/** A storm in one tip: how fast it comes, and how many of which type since the tip is shown. */
export function StormTip({ onOpen, onClose }: { onOpen: () => void; onClose: () => void }) {
  const t = useText('liveAlarms')
  const types = useAlarmTypes()
  const { perSecond } = useAlarms((alarms) => alarms.storm)
  const raised = useAlarms((alarms) => alarms.raised)
  const before = useRef(raised)
  const list = useAlarms((alarms) => alarms.list)
  const groups = useMemo(() => groupAlarms(list, 'type', types, raised), [list, types, raised])
  const lines = groups
    .map(({ of, name, level, count }) => ({ name, level, count: count - (before.current[of] ?? 0) }))
    .filter(({ count }) => count > 0)
  const others = lines.slice(LINES).reduce((sum, { count }) => sum + count, 0)
  return (
    <div className="alarm-tip alarm-tip-storm">
      <button type="button" className="alarm-tip-body" aria-description={t('tips.toList')} onClick={onOpen}>
        <span className="alarm-tip-text">
          <strong>{t('tips.storm', { rate: perSecond })}</strong>
          {lines.slice(0, LINES).map(({ name, count, level }) => (
            <span key={name} className="alarm-tip-line">
              <AlarmLevelMark level={level} />
              <span>{name}</span>
              <b>{count}</b>
            </span>
          ))}
          {others > 0 && <span>{t('tips.others', { count: others })}</span>}
        </span>
      </button>
      <button type="button" className="alarm-tip-close" aria-label={t('tips.close')} onClick={onClose}>
        <CloseOutlined />
      </button>
    </div>
  )
}
