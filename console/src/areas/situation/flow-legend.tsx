import { type AlarmLevel, AlarmLevelMark } from '../../features/alarms/alarm-level-mark.tsx'
import { useText } from '../../language/language.ts'

const LEVELS = ['grave', 'important', 'ordinary', 'notice'] as const

/** Meaning of the lights on the map. */
export function FlowLegend() {
  const t = useText('situation')
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
      {LEVELS.map((name, at) => (
        <li key={name}>
          <AlarmLevelMark level={(at + 1) as AlarmLevel} size={12} />
          {t(`legend.level.${name}`)}
        </li>
      ))}
    </ul>
  )
}
