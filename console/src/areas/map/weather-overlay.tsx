import type { WeatherNow } from '@backlot/contract/situation/calls'
import { useId } from 'react'
import './weather-overlay.css'

/** Rain that falls so hard, mm/h, is drawn as dense as it gets. */
const DENSEST_MM = 6
/** Streaks, flakes and (at 1 m/s) arrows of wind move by one cell of their pattern in this time. */
const RAIN_MS = 700
const SNOW_MS = 5000
const WIND_MS = 24_000

/** The weather over the map: a veil of cloud, arrows that go with the wind, rain that falls aslant with it. */
export function WeatherOverlay({ weather }: { weather: WeatherNow }) {
  const id = useId()
  const { cloud, rainMmPerHour, windSpeedMs, windFromDeg } = weather
  const snows = weather.condition === 'snow'
  const rain = Math.min(1, rainMmPerHour / DENSEST_MM)
  // Screen direction, clockwise from up, in which the wind blows.
  const toDeg = (windFromDeg + 180) % 360
  const sideways = Math.sin((toDeg * Math.PI) / 180) * windSpeedMs
  const slantDeg = Math.max(-40, Math.min(40, sideways * 4))
  const windMs = WIND_MS / Math.max(0.5, windSpeedMs)
  return (
    <div className="map-weather" aria-hidden="true">
      <div className="map-weather-veil" style={{ opacity: cloud * 0.24 }} />
      <div className="map-weather-turned" style={{ transform: `rotate(${toDeg}deg)` }}>
        <svg aria-hidden="true" className="map-weather-wind" style={{ animationDuration: `${windMs}ms` }}>
          <pattern id={`${id}wind`} width="180" height="160" patternUnits="userSpaceOnUse">
            <path d="M45 118V62M36 76l9-14 9 14M135 48V-8M126 6l9-14 9 14M135 208v-56M126 166l9-14 9 14" />
          </pattern>
          <rect width="100%" height="100%" fill={`url(#${id}wind)`} />
        </svg>
      </div>
      {rain > 0 && (
        <div className="map-weather-turned" style={{ transform: `rotate(${-slantDeg}deg)` }}>
          <svg
            aria-hidden="true"
            className="map-weather-fall"
            data-snow={snows}
            style={{ animationDuration: `${snows ? SNOW_MS : RAIN_MS}ms`, opacity: 0.35 + 0.5 * rain }}
          >
            <pattern id={`${id}fall`} width="64" height="96" patternUnits="userSpaceOnUse">
              <path d={snows ? FLAKES : rain > 0.5 ? HEAVY : LIGHT} />
            </pattern>
            <rect width="100%" height="100%" fill={`url(#${id}fall)`} />
          </svg>
        </div>
      )}
    </div>
  )
}

// Dots: strokes of no length with round ends.
const FLAKES = 'M10 12h0M42 60h0M26 36h0M56 88h0'
const LIGHT = 'M10 8v14M42 56v14'
const HEAVY = 'M6 4v16M22 60v14M38 30v18M54 74v16M50 8v12M14 38v14'
