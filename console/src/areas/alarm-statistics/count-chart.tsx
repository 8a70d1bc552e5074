import { useCallback } from 'react'
import { Chart, type ChartColours } from '../../components/chart/chart.tsx'
import { chartBase, tooltipBase } from '../../components/chart/chart-base.ts'
import { useLanguage } from '../../language/language.ts'

export type Count = { label: string; title: string; value: number }

/** Up to this many columns have a label each. */
const FEW = 8

/** Counts as columns. */
export function CountChart(props: {
  title: string
  counts: readonly Count[]
  height: number
  /** Takes two columns of the page. */
  wide?: boolean
  /** Opens the alarms of a column, by its number. */
  onCount?: ((place: number) => void) | undefined
}) {
  const { title, counts, height, wide = false, onCount } = props
  const locale = useLanguage() === 'zh' ? 'zh-CN' : 'en'
  const option = useCallback(
    (colours: ChartColours) => {
      const base = chartBase(colours)
      return {
        ...base,
        grid: { left: 46, right: 8, top: 10, bottom: 22 },
        tooltip: {
          ...tooltipBase(colours),
          trigger: 'axis',
          axisPointer: { type: 'shadow' },
          formatter: (params: { dataIndex: number }[]) => {
            const count = counts[params[0]?.dataIndex ?? -1]
            if (!count) return ''
            return `<strong>${count.title}</strong><br>${count.value.toLocaleString(locale)}`
          },
        },
        xAxis: {
          type: 'category',
          data: counts.map(({ label }) => label),
          ...base.axis,
          axisLabel: {
            ...base.axis.axisLabel,
            ...(counts.length <= FEW ? { interval: 0, fontSize: 10 } : {}),
          },
        },
        yAxis: { type: 'value', minInterval: 1, splitNumber: 3, ...base.axis },
        series: [
          {
            type: 'bar',
            data: counts.map(({ value }) => value),
            barMaxWidth: 30,
            barCategoryGap: '25%',
            itemStyle: { color: colours['accent-text'], opacity: 0.8, borderRadius: [2, 2, 0, 0] },
          },
        ],
      }
    },
    [counts, locale],
  )
  return (
    <section className={wide ? 'stat-card stat-card-wide' : 'stat-card'} aria-label={title}>
      <h2>{title}</h2>
      <Chart
        label={title}
        height={height}
        option={option}
        columns={counts.map(({ title: of, value }) => `${of}: ${value.toLocaleString(locale)}`)}
        onCategory={onCount && ((place) => (counts[place]?.value ?? 0) > 0 && onCount(place))}
      />
    </section>
  )
}
