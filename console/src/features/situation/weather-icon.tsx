import type { WeatherCondition } from '@backlot/contract/situation/calls'
import './weather-icon.css'

const CLOUD = 'M8.2 20.5a4.7 4.7 0 0 1-.5-9.37 6.6 6.6 0 0 1 12.66-1.2A5.3 5.3 0 0 1 20.6 20.5Z'
const SUN_RAYS = [0, 45, 90, 135, 180, 225, 270, 315]

/** The weather as an icon; its text is beside it. */
export function WeatherIcon({ condition, night }: { condition: WeatherCondition; night: boolean }) {
  const hasCloud = !['clear', 'fog', 'haze', 'sand'].includes(condition)
  return (
    <svg viewBox="0 0 28 28" className="weather-icon" data-condition={condition} aria-hidden="true">
      {condition === 'clear' && (night ? <Moon /> : <Sun />)}
      {condition === 'cloudy' && <g transform="translate(7 -3) scale(.72)">{night ? <Moon /> : <Sun />}</g>}
      {hasCloud && (
        <path
          d={CLOUD}
          className="weather-cloud"
          transform={condition === 'cloudy' ? 'translate(-1 2.5)' : 'translate(0 -2)'}
        />
      )}
      {(condition === 'rain' || condition === 'heavyRain') && (
        <path
          className="weather-rain"
          d={
            condition === 'rain'
              ? 'M10 21l-1.4 4M15 21l-1.4 4'
              : 'M8 21l-1.6 4.6M13 21l-1.6 4.6M18 21l-1.6 4.6'
          }
        />
      )}
      {condition === 'snow' && (
        <g className="weather-snow">
          <circle cx="9" cy="22.4" r="1.3" />
          <circle cx="14" cy="25" r="1.3" />
          <circle cx="18.6" cy="22.4" r="1.3" />
        </g>
      )}
      {(condition === 'fog' || condition === 'haze') && (
        <path className="weather-mist" d="M5 9.5h14M8 14h15M4 18.5h13M9 23h12" />
      )}
      {condition === 'sand' && (
        <path
          className="weather-mist weather-sand"
          d="M4 11h13a3 3 0 1 0-3-3M4 16h18a3 3 0 1 1-3 3M4 21h9a2.6 2.6 0 1 1-2.6 2.6"
        />
      )}
    </svg>
  )
}

function Sun() {
  return (
    <g className="weather-sun">
      <circle cx="14" cy="14" r="5" />
      <path
        d={SUN_RAYS.map((degrees) => {
          const [x, y] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
          return `M${14 + 7.6 * x} ${14 + 7.6 * y}L${14 + 10.6 * x} ${14 + 10.6 * y}`
        }).join('')}
      />
    </g>
  )
}

function Moon() {
  return <path className="weather-moon" d="M19.5 17.6A8.2 8.2 0 0 1 11 6.2a8.2 8.2 0 1 0 8.5 11.4Z" />
}
