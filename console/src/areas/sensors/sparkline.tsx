import { useText } from '../../language/language.ts'
import { rangeOf, type Samples } from './reading-history.ts'
import { linePath, sparklinePoints } from './sparkline-path.ts'

const WIDTH = 76
const HEIGHT = 24
const MARGIN = 3
/** The line's height covers at least this many steps of the last decimal. */
const LEAST_STEPS = 5

/** The course of a quantity over the last hour, with its newest value as a dot. */
export function Sparkline({
  samples,
  course,
  decimals,
  unit,
}: {
  samples: Samples
  course: Samples
  decimals: number
  unit: string
}) {
  const t = useText('sensors')
  const range = rangeOf(samples)
  if (!range) return null
  const points = sparklinePoints(course, {
    width: WIDTH,
    height: HEIGHT,
    leastSpan: LEAST_STEPS * Number(`1e-${decimals}`),
  })
  const end = points.at(-1)
  const says = t('spark', {
    count: samples.length,
    low: range.low.toFixed(decimals),
    high: range.high.toFixed(decimals),
    unit,
  })
  return (
    <svg
      className="sparkline"
      width={WIDTH + 2 * MARGIN}
      height={HEIGHT + 2 * MARGIN}
      viewBox={`${-MARGIN} ${-MARGIN} ${WIDTH + 2 * MARGIN} ${HEIGHT + 2 * MARGIN}`}
      role="img"
      aria-label={says}
    >
      <title>{says}</title>
      {points.length > 1 && <path d={linePath(points)} />}
      {points.length === 1 && end && <path className="sparkline-waiting" d={`M0 ${end.y}H${end.x}`} />}
      {end && <circle cx={end.x} cy={end.y} r="2.2" />}
    </svg>
  )
}
