import { HOUR_MS } from '@backlot/contract/time'
import { Tooltip } from 'antd'
import { Link } from 'react-router-dom'
import { useText } from '../../language/language.ts'
import { type HourBucket, scaleTop } from './situation.ts'

const GRID_LINES = 4

/** Alarms per hour, processed ones below the open ones. Each hour leads to its rows in the alarm query. */
export function HourChart({ buckets, mayQuery }: { buckets: readonly HourBucket[]; mayQuery: boolean }) {
  const t = useText('shell')
  const top = scaleTop(Math.max(...buckets.map((b) => b.open + b.processed)))
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
      <ol>
        {buckets.map((bucket) => {
          const hour = `${String(bucket.hour).padStart(2, '0')}:00`
          const says = t('home.hourSays', {
            hour,
            count: bucket.open + bucket.processed,
            open: bucket.open,
          })
          const from = Math.floor(bucket.startMs / 1000)
          const bar = (
            <>
              <span className="hour-bar">
                <span className="hour-open" style={{ height: percent(bucket.open) }} />
                <span className="hour-processed" style={{ height: percent(bucket.processed) }} />
              </span>
              <span className="hour-label" aria-hidden="true">
                {bucket.hour % 3 === 0 ? hour : ''}
              </span>
            </>
          )
          return (
            <li key={bucket.startMs}>
              <Tooltip title={says}>
                {mayQuery ? (
                  <Link
                    to={`/earlyWarningData/alarmList?from=${from}&to=${from + HOUR_MS / 1000 - 1}`}
                    aria-label={says}
                  >
                    {bar}
                  </Link>
                ) : (
                  <span>{bar}</span>
                )}
              </Tooltip>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
