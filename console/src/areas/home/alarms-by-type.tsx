import type { Alarm } from '@backlot/contract/alarms/entities'
import { Link } from 'react-router-dom'
import { useAlarmTypes } from '../../parts/alarms/alarm-types.ts'
import { byType } from './situation.ts'

const TYPES_SHOWN = 8

/** The most frequent types as bars, each leading to its alarms. */
export function AlarmsByType({ alarms, mayQuery }: { alarms: readonly Alarm[]; mayQuery: boolean }) {
  const { nameOf } = useAlarmTypes()
  const types = byType(alarms, TYPES_SHOWN)
  const most = Math.max(...types.map((one) => one.open + one.processed))
  const width = (count: number) => `${(count / most) * 100}%`
  return (
    <ul className="bars">
      {types.map(({ type, open, processed }) => (
        <li key={type}>
          {mayQuery ? (
            <Link to={`/earlyWarningData/alarmList?type=${encodeURIComponent(type)}`}>{nameOf(type)}</Link>
          ) : (
            <span>{nameOf(type)}</span>
          )}
          <span className="bar" aria-hidden="true">
            <span className="hour-open" style={{ width: width(open) }} />
            <span className="hour-processed" style={{ width: width(processed) }} />
          </span>
          <span className="bar-count">{open + processed}</span>
        </li>
      ))}
    </ul>
  )
}
