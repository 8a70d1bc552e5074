import type { QuantityHistory, StationHistory } from '@backlot/contract/sensors/entities'
import { airClass } from '@backlot/contract/situation/air-index'
import { DAY_MS, toCivil } from '@backlot/contract/time'
import { Select } from 'antd'
import { useState } from 'react'
import { withUnit } from '../../features/readings/reading-figure.ts'
import { useText } from '../../language/language.ts'
import { formatTime, platformZoneMinutes } from '../../platform/clock.ts'
import { AIR_CLASS_COLOURS, AIR_CLASSES } from './air-quality.tsx'

const CELL = 17
const LEFT = 34
const TOP = 20
/** Every other line has its name. */
const WEEKDAYS = ['mon', 'wed', 'fri', 'sun'] as const
/** In place of a quantity's code. */
const AIR = 'aqi'

/** Half a year, a square a day: the mean of one quantity, or the air quality index. */
export function CalendarMap({ times, station }: { times: readonly number[]; station: StationHistory }) {
  const t = useText('sensors')
  const [chosen, setChosen] = useState(station.aqi ? AIR : station.quantities[0]?.code)
  const quantity = station.quantities.find(({ code }) => code === chosen)
  const days = times.map((time, i) => dayOf(station, quantity, time, i))
  const known = days.flatMap(({ value }) => value ?? [])
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const zone = platformZoneMinutes()
  const first = times[0] === undefined ? 0 : mondayIndex(times[0], zone)
  const weeks = Math.ceil((first + times.length) / 7)
  const unit = quantity ? quantity.F : 'AQI'
  const options = [
    ...(station.aqi ? [{ value: AIR, label: t('air.title') }] : []),
    ...station.quantities.map(({ code, name }) => ({ value: code, label: name })),
  ]
  return (
    <section className="history-card calendar-map" aria-label={t('calendar.title')}>
      <header>
        <h4>{t('calendar.title')}</h4>
        <Select
          size="small"
          aria-label={t('calendar.quantity')}
          value={chosen}
          options={options}
          onChange={setChosen}
        />
        {known.length > 0 && quantity && (
          <span className="history-note">
            {t('calendar.scale', {
              low: low.toFixed(quantity.decimals),
              high: high.toFixed(quantity.decimals),
              unit,
            })}
          </span>
        )}
      </header>
      {known.length === 0 ? (
        <p className="history-nothing">{t('history.empty')}</p>
      ) : (
        <div className="calendar-scroll">
          <svg
            width={LEFT + weeks * CELL}
            height={TOP + 7 * CELL}
            role="img"
            aria-label={t('calendar.says', {
              name: options.find(({ value }) => value === chosen)?.label ?? '',
            })}
          >
            {WEEKDAYS.map((weekday, i) => (
              <text key={weekday} x={0} y={TOP + 2 * i * CELL + 13}>
                {t(`calendar.weekday.${weekday}`)}
              </text>
            ))}
            {days.map(({ time, value, colour }, i) => {
              const place = first + i
              const civil = toCivil(time * 1000, zone)
              const x = LEFT + Math.floor(place / 7) * CELL
              return (
                <g key={time}>
                  {civil.day === 1 && (
                    <text x={x} y={13}>
                      {`${civil.year}-${String(civil.month).padStart(2, '0')}`}
                    </text>
                  )}
                  <rect
                    x={x}
                    y={TOP + (place % 7) * CELL}
                    width={CELL - 3}
                    height={CELL - 3}
                    rx={2}
                    className={value === null ? 'calendar-none' : 'calendar-day'}
                    style={
                      value === null
                        ? {}
                        : colour
                          ? { fill: colour }
                          : { fillOpacity: 0.12 + (0.88 * (value - low)) / Math.max(high - low, 1e-9) }
                    }
                  >
                    <title>{`${formatTime(time).slice(0, 10)}: ${value === null ? t('history.none') : withUnit(value.toFixed(quantity?.decimals ?? 0), unit)}`}</title>
                  </rect>
                </g>
              )
            })}
          </svg>
        </div>
      )}
      {known.length > 0 && !quantity && (
        <ul className="air-classes">
          {AIR_CLASSES.map((one) => (
            <li key={one}>
              <i style={{ background: AIR_CLASS_COLOURS[one] }} aria-hidden="true" />
              <span>{t(`air.class.${one}`)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function dayOf(station: StationHistory, quantity: QuantityHistory | undefined, time: number, i: number) {
  if (quantity) return { time, value: quantity.values[i] ?? null, colour: undefined }
  const aqi = station.aqi?.[i]?.aqi
  return {
    time,
    value: aqi ?? null,
    colour: aqi === undefined ? undefined : AIR_CLASS_COLOURS[airClass(aqi)],
  }
}

/** Days since the Monday of a day's week. */
function mondayIndex(seconds: number, zone: number): number {
  return (toCivil(seconds * 1000, zone).weekday + 6) % 7
}

/** The span of the calendar, ending today. */
export function calendarSpan(nowMs: number): { startTime: number; endTime: number } {
  return { startTime: Math.floor((nowMs - 179 * DAY_MS) / 1000), endTime: Math.floor(nowMs / 1000) }
}
