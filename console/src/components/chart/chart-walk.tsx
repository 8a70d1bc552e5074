import type { EChartsType } from 'echarts/core'
import { type KeyboardEvent, useState } from 'react'
import { useText } from '../../language/language.ts'
import { columnAfter } from './column-after.ts'

/**
 * The columns of a chart as text: a list for screen readers and, where columns can be opened, one stop of the Tab key
 * at which arrows walk through them and Enter opens.
 */
export function ChartWalk(props: {
  label: string
  columns: readonly string[]
  chart: EChartsType | undefined
  onOpen: ((index: number) => void) | undefined
}) {
  const { label, columns, chart, onOpen } = props
  const t = useText('shell')
  const [place, setPlace] = useState(0)
  const at = Math.min(place, columns.length - 1)
  const show = (index: number) => chart?.dispatchAction({ type: 'showTip', seriesIndex: 0, dataIndex: index })
  if (!onOpen || columns.length === 0)
    return (
      <ul className="visually-hidden" aria-label={label}>
        {columns.map((column) => (
          <li key={column}>{column}</li>
        ))}
      </ul>
    )
  return (
    <div
      className="chart-walk"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-description={t('chart.walk')}
      aria-valuemin={1}
      aria-valuemax={columns.length}
      aria-valuenow={at + 1}
      aria-valuetext={columns[at]}
      onFocus={() => show(at)}
      onBlur={() => chart?.dispatchAction({ type: 'hideTip' })}
      onKeyDown={(event: KeyboardEvent) => {
        const next = columnAfter(event.key, at, columns.length)
        if (event.key === 'Enter') onOpen(at)
        else if (next === undefined) return
        else {
          setPlace(next)
          show(next)
        }
        event.preventDefault()
      }}
    />
  )
}
