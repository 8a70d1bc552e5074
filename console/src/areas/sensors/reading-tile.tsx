import type { SensorReading } from '@backlot/contract/devices/calls'
import { useText } from '../../language/language.ts'
import { ReadingIcon } from '../../parts/readings/reading-icon.tsx'
import { compassPoint, isWindDirection } from '../../parts/readings/wind-direction.ts'
import { formatTime } from '../../platform/clock.ts'
import { decimalsOf, type Samples, unwrapped } from './reading-history.ts'
import { Sparkline } from './sparkline.tsx'

/** One quantity of a station: its value now, when it was measured, and its course. */
export function ReadingTile({ reading, samples }: { reading: SensorReading; samples: Samples }) {
  const { code, name, icon, D, V, F } = reading
  const map = useText('map')
  const decimals = decimalsOf(samples, F)
  const direction = isWindDirection(code, icon)
  return (
    <li className="reading-tile" data-code={code}>
      <div className="reading-tile-name" title={`${name} (${code})`}>
        <ReadingIcon icon={icon} code={code} size={18} />
        <span>{name}</span>
      </div>
      <div className="reading-tile-main">
        <p className="reading-tile-value">
          <strong>{direction ? map(`compass.${compassPoint(V)}`) : V.toFixed(decimals)}</strong>{' '}
          <span>{direction ? `${Math.round(V)}°` : F}</span>
        </p>
        <Sparkline samples={samples} course={direction ? unwrapped(samples) : samples} decimals={decimals} />
      </div>
      <time dateTime={new Date(D * 1000).toISOString()}>{formatTime(D)}</time>
    </li>
  )
}
