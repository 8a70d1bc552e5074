import { TRAFFIC_STEPS } from '@backlot/contract/map-traffic/calls'
import type { WeatherNow } from '@backlot/contract/situation/calls'
import type { MapTheme } from '../../features/map/marker-look.ts'
import { TRAFFIC_COLOURS } from '../../features/map/traffic-layers.ts'
import { compassPoint } from '../../features/readings/wind-direction.ts'
import { WeatherIcon } from '../../features/situation/weather-icon.tsx'
import { useText } from '../../language/language.ts'
import './layer-legend.css'

/** Meaning of the roads' colours. */
export function TrafficLegend({ theme }: { theme: MapTheme }) {
  const t = useText('mapTools')
  const colours = TRAFFIC_COLOURS[theme]
  return (
    <section className="layer-legend" aria-label={t('layer.traffic')}>
      <h3>{t('trafficUnit')}</h3>
      <ul>
        {colours.map((colour, level) => (
          <li key={colour}>
            <span className="layer-legend-road" style={{ background: colour, height: 3 + level }} />
            {level === 0 ? `< ${TRAFFIC_STEPS[0]}` : `≥ ${TRAFFIC_STEPS[level - 1]}`}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The weather over the map, in text and numbers. */
export function WeatherLegend({ weather }: { weather: WeatherNow }) {
  const t = useText('mapTools')
  const wall = useText('situation')
  const compass = useText('map')
  const { condition, night, temperatureC, windSpeedMs, windFromDeg, rainMmPerHour, cloud } = weather
  return (
    <section className="layer-legend" aria-label={t('layer.weather')}>
      <p className="layer-legend-weather">
        <WeatherIcon condition={condition} night={night} />
        <strong>{wall(`weather.${condition}`)}</strong>
        <span>{Math.round(temperatureC)} °C</span>
      </p>
      <ul>
        <li>
          {wall('weather.wind', {
            from: compass(`compass.${compassPoint(windFromDeg)}`),
            speed: windSpeedMs,
          })}
        </li>
        <li>{t('weatherCloud', { percent: Math.round(cloud * 100) })}</li>
        {rainMmPerHour > 0 && <li>{wall('weather.fall', { mm: rainMmPerHour })}</li>}
      </ul>
    </section>
  )
}
