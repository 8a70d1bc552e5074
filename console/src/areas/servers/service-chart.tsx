import { useCallback } from 'react'
import { Chart, type ChartColours } from '../../components/chart/chart.tsx'
import { chartBase, tooltipBase } from '../../components/chart/chart-base.ts'
import { formatTime } from '../../platform/clock.ts'

const HEIGHT_PX = 170
const CLOCK_FROM = 11
const CLOCK_TO = 16

type Series = { name: string; data: readonly number[]; tone: 'accent-text' | 'ok' | 'warn' }

/** Every how many moments one is named: not too many, and no minute twice. */
function labelStep(time: readonly number[], most: number): number {
  const [first = 0, second = first + 60] = time
  const inMinute = Math.max(1, Math.round(60 / Math.max(1, second - first)))
  return inMinute * Math.max(1, Math.ceil(time.length / most / inMinute))
}

/** Lines over the time that the service has run. */
export function ServiceChart(props: {
  title: string
  time: readonly number[]
  unit: string
  series: readonly Series[]
}) {
  const { title, time, unit, series } = props
  const isDays = time.length > 1 && time.at(-1)! - time[0]! > 86_400
  const step = labelStep(time, isDays ? 6 : 10)
  const option = useCallback(
    (colours: ChartColours) => {
      const { axis, ...base } = chartBase(colours)
      const moments = time.map((seconds) => formatTime(seconds))
      return {
        ...base,
        grid: { left: 52, right: 14, top: 14, bottom: 22 },
        tooltip: {
          trigger: 'axis',
          ...tooltipBase(colours),
          valueFormatter: (value: unknown) => `${String(value)} ${unit}`.trim(),
        },
        xAxis: {
          type: 'category',
          data: moments,
          ...axis,
          axisLabel: {
            ...axis.axisLabel,
            interval: (at: number) => at % step === 0,
            hideOverlap: true,
            formatter: (moment: string) =>
              isDays ? moment.slice(5, CLOCK_TO) : moment.slice(CLOCK_FROM, CLOCK_TO),
          },
        },
        yAxis: {
          type: 'value',
          min: 0,
          ...axis,
          axisLabel: { ...axis.axisLabel, formatter: `{value} ${unit}` },
        },
        series: series.map(({ name, data, tone }) => ({
          name,
          type: 'line',
          data,
          showSymbol: data.length < 2,
          lineStyle: { color: colours[tone], width: 1.8 },
          itemStyle: { color: colours[tone] },
          areaStyle: { color: colours[tone], opacity: 0.08 },
        })),
      }
    },
    [time, unit, series, isDays, step],
  )
  return (
    <div className="server-panel">
      <h2>
        {title}
        {series.length > 1 &&
          series.map(({ name, tone }) => (
            <span key={name} className="server-legend" data-tone={tone}>
              {name}
            </span>
          ))}
      </h2>
      <Chart
        label={title}
        height={HEIGHT_PX}
        option={option}
        columns={time.flatMap((seconds, at) =>
          at % step === 0 ? [`${formatTime(seconds)}: ${saidAt(at, series, unit)}`] : [],
        )}
      />
    </div>
  )
}

/** Values of the lines at a moment, as text. */
const saidAt = (at: number, series: readonly Series[], unit: string): string =>
  series.map(({ name, data }) => `${name}: ${data[at] ?? '–'} ${unit}`.trim()).join(', ')
