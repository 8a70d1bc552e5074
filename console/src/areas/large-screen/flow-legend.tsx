import { useText } from '../../language/language.ts'
import { AlarmLevelMark } from '../../parts/alarms/alarm-level-mark.tsx'

/** What the lights on the map mean. */
export function FlowLegend() {
  const t = useText('wall')
  return (
    <ul className="wall-legend" aria-label={t('legend.title')}>
      <li>
        <i className="legend-trail" aria-hidden="true" />
        {t('legend.trails')}
      </li>
      <li>
        <i className="legend-dot" aria-hidden="true" />
        {t('legend.online')}
      </li>
      <li>
        <i className="legend-ring" aria-hidden="true" />
        {t('legend.offline')}
      </li>
      <li>
        <i className="legend-flagged" aria-hidden="true" />
        {t('legend.flagged')}
      </li>
      {([1, 2, 3, 4] as const).map((level) => (
        <li key={level}>
          <AlarmLevelMark level={level} size={12} />
          {t(`legend.level.${level}`)}
        </li>
      ))}
    </ul>
  )
}
