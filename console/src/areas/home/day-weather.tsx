import { airClass } from '@backlot/contract/situation/air-index'
import { Link } from 'react-router-dom'
import { compassPoint } from '../../features/readings/wind-direction.ts'
import { useAir, useWeather } from '../../features/situation/use-situation.ts'
import { WeatherIcon } from '../../features/situation/weather-icon.tsx'
import { useText } from '../../language/language.ts'
import { formatTime, useClock } from '../../platform/clock.ts'

/** The platform's time, the weather and the air. */
export function DayWeather({ mayAir, to }: { mayAir: boolean; to: string | undefined }) {
  const w = useText('situation')
  const compass = useText('map')
  const { nowMs } = useClock()
  const weather = useWeather().data
  const aqi = useAir(mayAir).data?.mean.aqi
  const said = formatTime(nowMs)
  return (
    <div className="home-figure home-figure-day">
      <span className="home-figure-label">{w('clock.title')}</span>
      <span className="home-figure-value">
        <time>{said.slice(11)}</time>
        <span className="home-figure-of"> {said.slice(0, 10)}</span>
      </span>
      {weather && (
        <span className="day-weather">
          <WeatherIcon condition={weather.condition} night={weather.night} />
          <span>
            {w(`weather.${weather.condition}`)} {Math.round(weather.temperatureC)}° ·{' '}
            {w('weather.wind', {
              from: compass(`compass.${compassPoint(weather.windFromDeg)}`),
              speed: weather.windSpeedMs,
            })}
          </span>
          {aqi !== undefined && <Air aqi={aqi} to={to} />}
        </span>
      )}
    </div>
  )
}

function Air({ aqi, to }: { aqi: number; to: string | undefined }) {
  const w = useText('situation')
  const says = `AQI ${aqi} ${w(`air.class.${airClass(aqi)}`)}`
  return to ? <Link to={to}>{says}</Link> : <span>{says}</span>
}
