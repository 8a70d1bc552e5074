import { useCallback } from 'react'
import { Chart, type ChartColours } from '../../components/chart/chart.tsx'
import { chartBase, tooltipBase } from '../../components/chart/chart-base.ts'
import { useLanguage, useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'

type AlarmSeries = readonly { time: number; total: number; open: number; levels: readonly number[] }[]

const LEVELS = ['grave', 'important', 'ordinary', 'notice'] as const

/** Alarms by hour or day, stacked by level. */
export function AlarmSeriesChart(props: {
  series: AlarmSeries
  step: 'hour' | 'day'
  height: number
  onPeriod?: ((time: number) => void) | undefined
}) {
  const { series, step, height, onPeriod } = props
  const t = useText('alarmQuery')
  const alarms = useText('alarms')
  const locale = useLanguage() === 'zh' ? 'zh-CN' : 'en'
  const option = useCallback(
    (colours: ChartColours) => {
      const base = chartBase(colours)
      const levelColours = [colours.danger, colours.warn, colours.info, colours.offline]
      const names = LEVELS.map((name) => alarms(`level.${name}`))
      return {
        ...base,
        grid: { left: 52, right: 14, top: 30, bottom: 24 },
        legend: {
          top: 0,
          right: 8,
          itemWidth: 12,
          itemHeight: 8,
          textStyle: { color: colours['text-2'], fontSize: 11 },
        },
        tooltip: {
          ...tooltipBase(colours),
          trigger: 'axis',
          axisPointer: { type: 'shadow' },
          formatter: (params: { dataIndex: number }[]) => {
            const one = series[params[0]?.dataIndex ?? -1]
            if (!one) return ''
            const lines = names.map((name, i) => `${name}: ${(one.levels[i] ?? 0).toLocaleString(locale)}`)
            return [
              `<strong>${formatTime(one.time).slice(0, step === 'day' ? 10 : 16)}</strong>`,
              `${t('chart.total')}: ${one.total.toLocaleString(locale)}`,
              ...lines,
              `${t('sum.open')}: ${one.open.toLocaleString(locale)}`,
            ].join('<br>')
          },
        },
        xAxis: {
          type: 'category',
          data: series.map(({ time }) => {
            const text = formatTime(time)
            return step === 'day' ? text.slice(5, 10) : text.slice(11, 16)
          }),
          ...base.axis,
        },
        yAxis: { type: 'value', minInterval: 1, ...base.axis },
        series: names.map((name, i) => ({
          type: 'bar',
          stack: 'levels',
          name,
          data: series.map(({ levels }) => levels[i] ?? 0),
          barMaxWidth: 28,
          barCategoryGap: '30%',
          itemStyle: { color: levelColours[i] },
        })),
      }
    },
    [series, step, t, alarms, locale],
  )
  return (
    <Chart
      label={t('chart.time', { step: t(`step.${step}`) })}
      height={height}
      option={option}
      columns={series.map(({ time, total, levels }) =>
        [
          `${formatTime(time).slice(0, step === 'day' ? 10 : 16)}: ${total.toLocaleString(locale)}`,
          ...LEVELS.map(
            (name, i) => `${alarms(`level.${name}`)}: ${(levels[i] ?? 0).toLocaleString(locale)}`,
          ),
        ].join(', '),
      )}
      onCategory={
        onPeriod &&
        ((index) => {
          const time = series[index]?.time
          if (time !== undefined) onPeriod(time)
        })
      }
    />
  )
}
