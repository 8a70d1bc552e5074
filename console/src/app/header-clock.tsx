import { useText } from '../language/language.ts'
import { formatTime, useClock } from '../platform/clock.ts'

/** Platform time, each second; says so when it is paused or runs at another rate than the wall's. */
export function HeaderClock() {
  const t = useText('shell')
  const { nowMs, rate, zoneMinutes, known } = useClock()
  const hours = zoneMinutes / 60
  const zone = `UTC${hours >= 0 ? '+' : ''}${hours}`
  const rateText = rate === 0 ? t('clock.paused') : `×${rate}`
  return (
    <div className="header-clock" title={known ? t('clock.platform', { zone }) : t('clock.browser')}>
      <time dateTime={new Date(nowMs).toISOString()}>
        <span className="visually-hidden">{t('clock.label')} </span>
        {formatTime(nowMs)}
      </time>
      {rate !== 1 && <span className="header-clock-rate">{rateText}</span>}
    </div>
  )
}
