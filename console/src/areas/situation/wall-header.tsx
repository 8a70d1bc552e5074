import { CompressOutlined, ExpandOutlined, ExportOutlined } from '@ant-design/icons'
import { toCivil } from '@backlot/contract/time'
import { useLostText } from '../../features/connection/connection-banner.tsx'
import { compassPoint } from '../../features/readings/wind-direction.ts'
import { useWeather } from '../../features/situation/use-situation.ts'
import { WeatherIcon } from '../../features/situation/weather-icon.tsx'
import { named, useLanguage, useText } from '../../language/language.ts'
import { formatTime, useClock } from '../../platform/clock.ts'
import { useSession } from '../../session/session-store.ts'

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

type WallHeaderProps = { full: boolean; onFull(): void; onExit(): void }

/** Weather, the platform's name, its time, and the way out. */
export function WallHeader({ full, onFull, onExit }: WallHeaderProps) {
  const t = useText('situation')
  const v = useText('video')
  useLanguage()
  const systemName = useSession((session) => session.userInfo?.systemName)
  const fullLabel = full ? v('wall.leaveFullScreen') : v('wall.fullScreen')
  return (
    <header className="wall-header">
      <Weather />
      <h1>{systemName ? named(systemName) : t('title')}</h1>
      <div className="wall-header-end">
        <Lost />
        <Clock />
        <span className="wall-controls wall-control">
          <button type="button" aria-label={fullLabel} title={fullLabel} onClick={onFull}>
            {full ? <CompressOutlined /> : <ExpandOutlined />}
          </button>
          <button type="button" aria-label={t('exit')} title={t('exitHint')} onClick={onExit}>
            <ExportOutlined />
          </button>
        </span>
      </div>
    </header>
  )
}

function Weather() {
  const t = useText('situation')
  const compass = useText('map')
  const { data } = useWeather()
  if (!data) return <div className="wall-weather" />
  const { condition, night, temperatureC, humidityPercent, windSpeedMs, windFromDeg, rainMmPerHour } = data
  return (
    <section className="wall-weather" aria-label={t('weather.title')}>
      <WeatherIcon condition={condition} night={night} />
      <strong>{Math.round(temperatureC)}°</strong>
      <span>{t(`weather.${condition}`)}</span>
      <small>
        {t('weather.humidity', { percent: humidityPercent })}
        {' · '}
        {t('weather.wind', { from: compass(`compass.${compassPoint(windFromDeg)}`), speed: windSpeedMs })}
        {rainMmPerHour > 0 && ` · ${t('weather.fall', { mm: rainMmPerHour })}`}
      </small>
    </section>
  )
}

/** Platform time; shows when it runs unlike the wall's own clock. */
function Clock() {
  const t = useText('situation')
  const { nowMs, rate, zoneMinutes } = useClock()
  const said = formatTime(nowMs)
  const { weekday } = toCivil(nowMs, zoneMinutes)
  return (
    <div className="wall-clock">
      <span>
        {said.slice(0, 10)}
        <small>
          {t(`weekday.${WEEKDAYS[weekday] ?? 'sunday'}`)}
          {rate !== 1 && ` · ${rate === 0 ? t('clock.paused') : t('clock.rate', { rate })}`}
        </small>
      </span>
      <time title={t('clock.title')}>{said.slice(11)}</time>
    </div>
  )
}

/** Notes that the shown data may be old. */
function Lost() {
  const text = useLostText()
  return text === undefined ? null : (
    <p className="wall-lost" role="status">
      {text}
    </p>
  )
}
