import { ArrowDownOutlined, ArrowRightOutlined, ArrowUpOutlined } from '@ant-design/icons'
import type { SensorReading } from '@backlot/contract/devices/calls'
import { limitState } from '@backlot/contract/sensors/default-limits'
import { decimalsOf } from '../../features/readings/reading-figure.ts'
import { ReadingIcon } from '../../features/readings/reading-icon.tsx'
import { compassPoint, isWindDirection } from '../../features/readings/wind-direction.ts'
import { useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { FlagMark } from './flag-mark.tsx'
import { type Samples, unwrapped } from './reading-history.ts'
import { Sparkline } from './sparkline.tsx'
import { type Trend, trendOf } from './trend.ts'

const ARROWS = { rising: ArrowUpOutlined, falling: ArrowDownOutlined, steady: ArrowRightOutlined } as const

/** One quantity of a station: its value now, its limits, where it goes, when it was measured, and its last hour. */
export function ReadingTile({ reading, samples }: { reading: SensorReading; samples: Samples }) {
  const { code, name, icon, D, V, F, flag } = reading
  const map = useText('map')
  const t = useText('sensors')
  const decimals = decimalsOf(
    reading,
    samples.map(({ value }) => value),
  )
  const direction = isWindDirection(code, icon)
  const marked = flag !== undefined && flag !== '' && flag !== 'N'
  const state = limitState(V, reading)
  const trend = direction ? undefined : trendOf(samples, decimals)
  return (
    <li className="reading-tile" data-code={code} data-state={state} data-marked={marked || undefined}>
      <div
        className="reading-tile-name"
        title={[`${name} (${code})`, reading.monitorName].filter(Boolean).join(' · ')}
      >
        <ReadingIcon icon={icon} code={code} size={18} />
        <span>{name}</span>
        {reading.monitorName !== undefined && <small>{reading.monitorName}</small>}
      </div>
      <div className="reading-tile-main">
        <p className="reading-tile-value">
          <strong>{direction ? map(`compass.${compassPoint(V)}`) : V.toFixed(decimals)}</strong>{' '}
          <span>{direction ? `${V.toFixed(decimals)}°` : F}</span>
        </p>
        <Sparkline
          samples={samples}
          course={direction ? unwrapped(samples) : samples}
          decimals={decimals}
          unit={direction ? '°' : F}
        />
      </div>
      {(state || marked || trend) && (
        <div className="reading-tile-marks">
          {trend && <TrendMark trend={trend} />}
          {state && (
            <b>{t(state === 'high' ? 'limit.above' : 'limit.below', { limit: String(reading[state]) })}</b>
          )}
          {marked && <FlagMark flag={flag} />}
        </div>
      )}
      <time dateTime={new Date(D * 1000).toISOString()}>{formatTime(D)}</time>
    </li>
  )
}

function TrendMark({ trend }: { trend: Trend }) {
  const t = useText('sensors')
  const Arrow = ARROWS[trend]
  return (
    <span className="reading-trend" data-trend={trend}>
      <Arrow aria-hidden /> {t(`trend.${trend}`)}
    </span>
  )
}
