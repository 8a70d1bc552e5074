import type { HistoryInterval, QuantityHistory } from '@backlot/contract/sensors/entities'
import { useCallback, useMemo } from 'react'
import { Chart, type ChartColours } from '../../components/chart/chart.tsx'
import { chartBase, tooltipBase } from '../../components/chart/chart-base.ts'
import { withUnit } from '../../features/readings/reading-figure.ts'
import { isWindDirection } from '../../features/readings/wind-direction.ts'
import { useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { markedLimits } from './value-axis.ts'

/** Colours of stations in their order. */
const LINES = ['accent-text', 'warn', 'ok', 'danger'] as const
const HEIGHT_PX = 210

/** A moment as an axis label. */
export function axisTime(seconds: number, interval: HistoryInterval): string {
  const text = formatTime(seconds)
  return interval === 'day' ? text.slice(5, 10) : interval === 'hour' ? text.slice(5, 16) : text.slice(11, 16)
}

type ChartedStation = { name: string; quantity: QuantityHistory }

/** One quantity of one or several stations: means as lines, of a single station the span between least and greatest; limits as lines where the axis, which follows the values, reaches them. */
export function HistoryChart(props: {
  interval: HistoryInterval
  times: readonly number[]
  stations: readonly ChartedStation[]
}) {
  const { interval, times, stations } = props
  const t = useText('sensors')
  const first = stations[0]!.quantity
  const title = first.F ? `${first.name} (${first.F})` : first.name
  const limits = useMemo(() => {
    const shown = stations.flatMap(({ quantity }) => [quantity.values, quantity.min, quantity.max]).flat()
    return markedLimits(shown, first, first.decimals)
  }, [stations, first])
  const option = useCallback(
    (colours: ChartColours) => {
      const base = chartBase(colours)
      const { decimals, F } = first
      const isWind = isWindDirection(first.code, first.icon)
      const limit = (value: number, name: string) => ({
        type: 'line',
        name,
        data: times.map(() => value),
        symbol: 'none',
        silent: true,
        lineStyle: { color: colours.danger, width: 1, type: 'dashed', opacity: 0.8 },
        tooltip: { show: false },
      })
      const band =
        stations.length === 1 && !isWind && interval !== 'minute'
          ? [
              { ...hidden(first.min), stack: 'band' },
              {
                ...hidden(first.max.map((max, i) => (max === null ? null : max - (first.min[i] ?? 0)))),
                stack: 'band',
                areaStyle: { color: colours['accent-text'], opacity: 0.14 },
              },
            ]
          : []
      return {
        ...base,
        grid: { left: 52, right: 14, top: 12, bottom: 24 },
        tooltip: {
          ...tooltipBase(colours),
          trigger: 'axis',
          confine: true,
          formatter: (params: { dataIndex: number }[]) => {
            const at = params[0]?.dataIndex ?? -1
            const time = times[at]
            if (time === undefined) return ''
            const lines = stations.map(({ name, quantity }) => {
              const value = quantity.values[at]
              const [least, most] = [quantity.min[at], quantity.max[at]]
              const said = value == null ? t('history.none') : withUnit(value.toFixed(decimals), F)
              const span =
                least == null || most == null || least === most
                  ? ''
                  : ` (${least.toFixed(decimals)}–${most.toFixed(decimals)})`
              const flag = quantity.flags[at] ? ` [${quantity.flags[at]}]` : ''
              return `${stations.length > 1 ? `${escaped(name)}: ` : ''}${said}${span}${flag}`
            })
            return [`<strong>${formatTime(time).slice(0, 16)}</strong>`, ...lines].join('<br>')
          },
        },
        xAxis: {
          type: 'category',
          boundaryGap: false,
          data: times.map((time) => axisTime(time, interval)),
          ...base.axis,
          axisLabel: { ...base.axis.axisLabel, hideOverlap: true },
        },
        yAxis: isWind
          ? { type: 'value', min: 0, max: 360, interval: 90, ...base.axis }
          : { type: 'value', scale: true, splitNumber: 4, ...base.axis },
        series: [
          ...band,
          ...stations.map(({ name, quantity }, i) => {
            const colour = colours[LINES[i % LINES.length]!]
            return {
              type: 'line',
              name,
              data: quantity.values,
              symbol: 'circle',
              symbolSize: isWind ? 4 : 5,
              showSymbol: isWind || times.length <= 48,
              connectNulls: false,
              lineStyle: { color: colour, width: isWind ? 0 : 1.8 },
              itemStyle: { color: colour },
            }
          }),
          ...limits.flatMap(({ side, value, drawn }) => (drawn ? [limit(value, t(`limit.${side}`))] : [])),
        ],
      }
    },
    [first, interval, stations, times, limits, t],
  )
  return (
    <section className="history-card" aria-label={title}>
      <header>
        <h4>{title}</h4>
        <ul className="history-limits">
          {limits.map(({ side, value, drawn }) => (
            <li key={side} data-drawn={drawn} title={drawn ? undefined : t(`limit.${side}Off`)}>
              <i aria-hidden="true" />
              {t(`limit.${side}`)} {withUnit(String(value), first.F)}
              {!drawn && <span aria-hidden="true">{side === 'high' ? ' ↑' : ' ↓'}</span>}
            </li>
          ))}
        </ul>
        {stations.length > 1 && (
          <ul className="history-legend">
            {stations.map(({ name }, i) => (
              <li key={name}>
                <i style={{ background: `var(--${LINES[i % LINES.length]})` }} aria-hidden="true" />
                {name}
              </li>
            ))}
          </ul>
        )}
      </header>
      <Chart label={t('history.course', { name: title })} height={HEIGHT_PX} option={option} />
    </section>
  )
}

const hidden = (data: readonly (number | null)[]) => ({
  type: 'line',
  data,
  symbol: 'none',
  silent: true,
  lineStyle: { opacity: 0 },
  tooltip: { show: false },
})

/** Names come from operators and devices, and tooltips are HTML. */
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
