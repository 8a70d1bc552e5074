import type { HistoryInterval, StationHistory } from '@backlot/contract/sensors/entities'
import { AIR_CODES, type AirClass, airClass } from '@backlot/contract/situation/air-index'
import { useCallback, useMemo } from 'react'
import { Chart, type ChartColours } from '../../components/chart/chart.tsx'
import { chartBase, tooltipBase } from '../../components/chart/chart-base.ts'
import { useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { axisTime } from './history-chart.tsx'

/** Colours of the classes as the standard has them, dark enough to be seen on white. */
export const AIR_CLASS_COLOURS: Readonly<Record<AirClass, string>> = {
  excellent: '#2fa84f',
  good: '#c9a800',
  light: '#e8832a',
  moderate: '#e0454a',
  heavy: '#a0458f',
  severe: '#8a2740',
}
export const AIR_CLASSES = Object.keys(AIR_CLASS_COLOURS) as AirClass[]
const HEIGHT_PX = 240

/** The air quality index over time, and how often the air was of which class. */
export function AirQuality(props: {
  interval: HistoryInterval
  times: readonly number[]
  station: StationHistory
}) {
  const { interval, times, station } = props
  const t = useText('sensors')
  const index = station.aqi
  const nameOf = useCallback(
    (pollutant: keyof typeof AIR_CODES) =>
      station.quantities.find(({ code }) => code === AIR_CODES[pollutant])?.name ?? pollutant,
    [station],
  )
  /** Text of a column of the chart. */
  const airSays = useCallback(
    (one: NonNullable<typeof index>[number] | undefined) => {
      if (!one) return [t('history.none')]
      const aqi = `AQI ${one.aqi} · ${t(`air.class.${airClass(one.aqi)}`)}`
      return one.primary ? [aqi, t('air.primary', { name: nameOf(one.primary) })] : [aqi]
    },
    [nameOf, t],
  )
  const option = useCallback(
    (colours: ChartColours) => {
      const base = chartBase(colours)
      return {
        ...base,
        grid: { left: 44, right: 12, top: 12, bottom: 24 },
        tooltip: {
          ...tooltipBase(colours),
          trigger: 'axis',
          axisPointer: { type: 'shadow' },
          formatter: (params: { dataIndex: number }[]) => {
            const at = params[0]?.dataIndex ?? -1
            const time = `<strong>${formatTime(times[at] ?? 0).slice(0, 16)}</strong>`
            return [time, ...airSays(index?.[at])].join('<br>')
          },
        },
        xAxis: {
          type: 'category',
          data: times.map((time) => axisTime(time, interval)),
          ...base.axis,
          axisLabel: { ...base.axis.axisLabel, hideOverlap: true },
        },
        yAxis: { type: 'value', splitNumber: 4, ...base.axis },
        series: [
          {
            type: 'bar',
            barCategoryGap: '12%',
            data: (index ?? []).map((one) =>
              one ? { value: one.aqi, itemStyle: { color: AIR_CLASS_COLOURS[airClass(one.aqi)] } } : null,
            ),
          },
        ],
      }
    },
    [airSays, index, interval, times],
  )
  const columns = useMemo(
    () => times.map((time, at) => [formatTime(time).slice(0, 16), ...airSays(index?.[at])].join(', ')),
    [airSays, index, times],
  )
  if (!index) return <p className="history-nothing">{t('air.noPollutant')}</p>
  const known = index.flatMap((one) => one ?? [])
  if (known.length === 0) return <p className="history-nothing">{t('history.empty')}</p>
  const mean = Math.round(known.reduce((sum, { aqi }) => sum + aqi, 0) / known.length)
  return (
    <section className="history-card" aria-label={t('air.title')}>
      <header>
        <h4>{t('air.title')}</h4>
        <span className="history-note">{t(interval === 'day' ? 'air.byDay' : 'air.byHour')}</span>
      </header>
      <Chart label={t('air.title')} height={HEIGHT_PX} option={option} columns={columns} />
      <ul className="air-classes">
        <li>
          <i style={{ background: AIR_CLASS_COLOURS[airClass(mean)] }} aria-hidden="true" />
          <span>{t('air.mean')}</span>
          <strong>{mean}</strong>
        </li>
        {AIR_CLASSES.map((one) => {
          const count = known.filter(({ aqi }) => airClass(aqi) === one).length
          return (
            <li key={one} data-none={count === 0 || undefined}>
              <i style={{ background: AIR_CLASS_COLOURS[one] }} aria-hidden="true" />
              <span>{t(`air.class.${one}`)}</span>
              <strong>{((100 * count) / known.length).toFixed(0)}%</strong>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
