import { type WindRose as Rose, WIND_CLASSES } from '@backlot/contract/sensors/entities'
import { compassPoint } from '../../features/readings/wind-direction.ts'
import { useText } from '../../language/language.ts'

const SIZE = 340
const MIDDLE = SIZE / 2
const CALM_R = 22
const OUTER_R = 132
const SECTOR_DEG = 22.5
const GAP_DEG = 3

const polar = (radius: number, degrees: number) => {
  const turn = ((degrees - 90) * Math.PI) / 180
  return `${(MIDDLE + radius * Math.cos(turn)).toFixed(1)} ${(MIDDLE + radius * Math.sin(turn)).toFixed(1)}`
}

/** A piece of a ring, clockwise from north. */
function ringPath(inner: number, outer: number, from: number, to: number): string {
  return `M${polar(inner, from)}L${polar(outer, from)}A${outer} ${outer} 0 0 1 ${polar(outer, to)}L${polar(inner, to)}A${inner} ${inner} 0 0 0 ${polar(inner, from)}Z`
}

/** How often the wind came from where, and how strong. */
export function WindRose({ name, rose }: { name: string; rose: Rose }) {
  const t = useText('sensors')
  const map = useText('map')
  const sums = rose.sectors.map((classes) => classes.reduce((sum, count) => sum + count, 0))
  const greatest = Math.max(...sums)
  const share = (count: number) => (rose.total === 0 ? 0 : (100 * count) / rose.total)
  const top = Math.max(10, Math.ceil(share(greatest) / 10) * 10)
  const radius = (percent: number) => CALM_R + ((OUTER_R - CALM_R) * percent) / top
  const prevailing = sums.indexOf(greatest)
  const says = t('rose.says', {
    name,
    from: map(`compass.${compassPoint(prevailing * SECTOR_DEG)}`),
    share: share(greatest).toFixed(1),
    calm: share(rose.calm).toFixed(1),
  })
  if (rose.total === 0) return <p className="history-nothing">{t('history.empty')}</p>
  return (
    <figure className="wind-rose">
      <svg viewBox={`0 0 ${SIZE} ${SIZE}`} width={SIZE} height={SIZE} role="img" aria-label={says}>
        {[0.5, 1].map((part) => (
          <circle key={part} className="wind-rose-ring" cx={MIDDLE} cy={MIDDLE} r={radius(top * part)} />
        ))}
        {rose.sectors.map((classes, sector) => {
          let before = 0
          const at = sector * SECTOR_DEG
          const point = compassPoint(at)
          return classes.map((count, speed) => {
            const inner = radius(share(before))
            before += count
            if (count === 0) return null
            return (
              <path
                key={`${point} ${WIND_CLASSES[speed]}`}
                data-speed={speed}
                d={ringPath(
                  inner,
                  radius(share(before)),
                  at - SECTOR_DEG / 2 + GAP_DEG / 2,
                  at + SECTOR_DEG / 2 - GAP_DEG / 2,
                )}
              >
                <title>{`${map(`compass.${point}`)}, ${speedText(speed)} m/s: ${share(count).toFixed(1)}%`}</title>
              </path>
            )
          })
        })}
        {[0.5, 1].map((part) => (
          <text key={part} x={MIDDLE + 3} y={MIDDLE - radius(top * part) - 3}>
            {top * part}%
          </text>
        ))}
        <circle className="wind-rose-calm" cx={MIDDLE} cy={MIDDLE} r={CALM_R - 2} />
        <text className="wind-rose-calm-text" x={MIDDLE} y={MIDDLE + 4}>
          {share(rose.calm).toFixed(0)}%
        </text>
        {[0, 4, 8, 12].map((sector) => {
          const [x, y] = polar(OUTER_R + 20, sector * SECTOR_DEG).split(' ')
          return (
            <text key={sector} className="wind-rose-point" x={x} y={Number(y) + 4}>
              {map(`compass.${compassPoint(sector * SECTOR_DEG)}`)}
            </text>
          )
        })}
      </svg>
      <figcaption>
        <p>{says}</p>
        <ul className="wind-rose-legend">
          {WIND_CLASSES.map((from, speed) => (
            <li key={from}>
              <i data-speed={speed} aria-hidden="true" />
              {speedText(speed)} m/s
            </li>
          ))}
          <li>
            <i data-speed="calm" aria-hidden="true" />
            {t('rose.calm')}
          </li>
        </ul>
      </figcaption>
    </figure>
  )
}

function speedText(speed: number): string {
  const next = WIND_CLASSES[speed + 1]
  return next === undefined ? `≥ ${WIND_CLASSES[speed]}` : `${WIND_CLASSES[speed]}–${(next - 0.1).toFixed(1)}`
}
