import { useText } from '../../language/language.ts'
import { formatTime, useClock, useMachineOffMs } from '../../platform/clock.ts'

/** Platform time, each second; shows when it is paused or runs at another rate than the wall clock. */
export function PlatformClock() {
  const t = useText('shell')
  const { nowMs, rate, zoneMinutes, known } = useClock()
  const offMinutes = useMachineOffMs() / 60_000
  const offText =
    offMinutes > 0 ? t('clock.ahead', { count: offMinutes }) : t('clock.behind', { count: -offMinutes })
  const hours = zoneMinutes / 60
  const zone = `UTC${hours >= 0 ? '+' : ''}${hours}`
  const rateText = rate === 0 ? t('clock.paused') : `×${rate}`
  return (
    <div className="platform-clock" title={known ? t('clock.platform', { zone }) : t('clock.browser')}>
      <time dateTime={new Date(nowMs).toISOString()}>
        <span className="visually-hidden">{t('clock.label')} </span>
        {formatTime(nowMs)}
      </time>
      {rate !== 1 && <span className="platform-clock-rate">{rateText}</span>}
      {offMinutes !== 0 && (
        <span className="platform-clock-rate" role="status" title={offText} aria-label={offText}>
          {t('clock.off')}
        </span>
      )}
    </div>
  )
}
