import type { OnlineSum } from '@backlot/contract/statistics/calls'
import { useCallback } from 'react'
import { Chart, type ChartColours } from '../../components/chart/chart.tsx'
import { chartBase, tooltipBase } from '../../components/chart/chart-base.ts'
import { useText } from '../../language/language.ts'
import { axisFrom } from './axis-from.ts'
import { useNumbers } from './use-numbers.ts'

/** One column: a day or an hour. */
export type OnlineColumn = OnlineSum & { label: string; title: string }

type OnlineChartProps = {
  label: string
  columns: readonly OnlineColumn[]
  height: number
  onColumn?: ((index: number) => void) | undefined
}

/** Online share as a line and drops as bars, column by column. */
export function OnlineChart({ label, columns, height, onColumn }: OnlineChartProps) {
  const t = useText('statistics')
  const numbers = useNumbers()
  const option = useCallback(
    (colours: ChartColours) => {
      const { axis, ...base } = chartBase(colours)
      // In the colours of their series, the names of the axes are the legend.
      const named = (name: string, color: string) => ({ name, nameTextStyle: { color, fontSize: 11 } })
      const least = axisFrom(columns.map(({ rate }) => rate))
      return {
        ...base,
        grid: { left: 46, right: 44, top: 32, bottom: 22 },
        tooltip: {
          trigger: 'axis',
          ...tooltipBase(colours),
          formatter: (params: { dataIndex: number } | { dataIndex: number }[]) => {
            const [first] = Array.isArray(params) ? params : [params]
            const column = columns[first?.dataIndex ?? -1]
            if (!column) return ''
            return [
              `<strong>${column.title}</strong>`,
              `${t('field.rate')}: ${numbers.percent(column.rate)}`,
              `${t('field.online')}: ${numbers.duration(column.onlineSeconds)}`,
              `${t('field.offline')}: ${numbers.duration(column.offlineSeconds)}`,
              `${t('field.drops')}: ${numbers.count(column.drops)}`,
            ].join('<br>')
          },
        },
        xAxis: { type: 'category', data: columns.map((column) => column.label), ...axis },
        yAxis: [
          {
            type: 'value',
            ...named(t('field.rate'), colours['accent-text']),
            min: least * 100,
            max: 100,
            ...axis,
            axisLabel: { ...axis.axisLabel, formatter: '{value} %' },
          },
          {
            type: 'value',
            ...named(t('field.drops'), colours.warn),
            minInterval: 1,
            ...axis,
            splitLine: { show: false },
          },
        ],
        series: [
          {
            type: 'bar',
            yAxisIndex: 1,
            data: columns.map(({ drops }) => drops),
            barMaxWidth: 16,
            barCategoryGap: '45%',
            itemStyle: { color: colours.warn, opacity: 0.32, borderRadius: [2, 2, 0, 0] },
          },
          {
            type: 'line',
            data: columns.map(({ rate }) => Math.round(rate * 10_000) / 100),
            symbol: 'circle',
            symbolSize: columns.length > 40 ? 0 : 6,
            showSymbol: columns.length <= 40,
            lineStyle: { color: colours['accent-text'], width: 2 },
            itemStyle: { color: colours['accent-text'] },
            areaStyle: { color: colours['accent-text'], opacity: 0.12 },
          },
        ],
      }
    },
    [columns, numbers, t],
  )
  return (
    <Chart
      label={label}
      height={height}
      option={option}
      onCategory={onColumn}
      columns={columns.map(
        ({ title, rate, drops }) =>
          `${title}, ${t('field.rate')}: ${numbers.percent(rate)}, ${t('field.drops')}: ${numbers.count(drops)}`,
      )}
    />
  )
}
