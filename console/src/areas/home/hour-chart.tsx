import type { AlarmHour } from '@backlot/contract/situation/calls'
import { HOUR_MS, toCivil } from '@backlot/contract/time'
import { Tooltip } from 'antd'
import { Link } from 'react-router-dom'
import { scaleTop } from '../../features/situation/scale-top.ts'
import { useText } from '../../language/language.ts'
import { platformZoneMinutes } from '../../platform/clock.ts'

const GRID_LINES = 4

type HourChartProps = {
  hours: readonly AlarmHour[]
  /** Address of the alarms of a span; undefined: the user may not go there. */
  toHour(query: { from: number; to: number }): string | undefined
}

/** Alarms per hour, processed ones below the open ones. Each hour leads to its rows in the alarm query. */
export function HourChart({ hours, toHour }: HourChartProps) {
  const t = useText('home')
  const zone = platformZoneMinutes()
  const top = scaleTop(Math.max(0, ...hours.map(({ total }) => total)))
  const percent = (count: number) => `${(count / top) * 100}%`
  return (
    <div className="hour-chart">
      <div className="hour-chart-scale" aria-hidden="true">
        {Array.from({ length: GRID_LINES + 1 }, (_unused, i) => (
          <span key={i} style={{ bottom: `${(i / GRID_LINES) * 100}%` }}>
            {(top / GRID_LINES) * i}
          </span>
        ))}
      </div>
      <ol aria-label={t('byHour')}>
        {hours.map(({ time, total, open }) => {
          const { hour: number } = toCivil(time * 1000, zone)
          const hour = `${String(number).padStart(2, '0')}:00`
          const says = t('hourSays', { hour, count: total, open })
          const to = toHour({ from: time, to: time + HOUR_MS / 1000 - 1 })
          const bar = (
            <>
              <span className="hour-bar">
                <span className="hour-open" style={{ height: percent(open) }} />
                <span className="hour-processed" style={{ height: percent(total - open) }} />
              </span>
              <span className="hour-label" aria-hidden="true">
                {number % 3 === 0 ? hour : ''}
              </span>
            </>
          )
          return (
            <li key={time}>
              <Tooltip title={says} trigger={['hover', 'focus']}>
                {to ? (
                  <Link to={to} aria-label={says}>
                    {bar}
                  </Link>
                ) : (
                  <span>
                    <span className="visually-hidden">{says}</span>
                    {bar}
                  </span>
                )}
              </Tooltip>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
