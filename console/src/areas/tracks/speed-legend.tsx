import { cssColour, type MapTheme } from '../../features/map/marker-look.ts'
import { useText } from '../../language/language.ts'
import { SPEED_CLASSES } from './speed-classes.ts'

/** Meaning of the colours and marks of tracks. */
export function SpeedLegend({ theme }: { theme: MapTheme }) {
  const t = useText('tracks')
  return (
    <section className="speed-legend" aria-label={t('legend.label')}>
      <span className="speed-legend-unit">km/h</span>
      <ol>
        {SPEED_CLASSES.map((one, i) => {
          const next = SPEED_CLASSES[i + 1]
          return (
            <li key={one.fromKmh}>
              <i style={{ background: cssColour(one[theme]) }} />
              {next ? `${one.fromKmh}–${next.fromKmh}` : `≥ ${one.fromKmh}`}
            </li>
          )
        })}
      </ol>
      <ul>
        <li>
          <b data-kind="stop">P</b>
          {t('legend.stop')}
        </li>
        <li>
          <b data-kind="alarm" />
          {t('legend.alarm')}
        </li>
        <li>
          <i data-kind="gap" />
          {t('legend.gap')}
        </li>
      </ul>
    </section>
  )
}
