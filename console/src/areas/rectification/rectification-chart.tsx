import { ORDER_OUTCOMES } from '@backlot/contract/work-orders/constants'
import type { OrderOutcome } from '@backlot/contract/work-orders/entities'
import type { Rectification } from '@backlot/contract/work-orders/rectification'
import { useCallback } from 'react'
import { useNavigate } from 'react-router-dom'
import { Chart, type ChartColours } from '../../components/chart/chart.tsx'
import { chartBase, tooltipBase } from '../../components/chart/chart-base.ts'
import { useText } from '../../language/language.ts'
import { platformNow } from '../../platform/clock.ts'
import { useCan } from '../../session/session-store.ts'
import { bucketTitle } from './bucket-title.ts'
import { OutcomeMark } from './outcome-mark.tsx'
import { ordersPath } from './rectification-link.ts'
import type { ReportQuery } from './use-rectification.ts'

const HEIGHT_PX = 210
const COLOURS: Readonly<Record<OrderOutcome, keyof ChartColours>> = {
  inTime: 'ok',
  late: 'warn',
  open: 'accent-text',
  overdue: 'danger',
  rejected: 'offline',
}

/** Orders by outcome, and alarms as a line, over the period. A column leads further in. */
export function RectificationChart({ data, query }: { data: Rectification; query: ReportQuery }) {
  const t = useText('rectification')
  const navigate = useNavigate()
  const mayList = useCan('/earlyWarningData/workOrderList')
  const { unit, buckets } = data
  const option = useCallback(
    (colours: ChartColours) => {
      const { axis: plain, ...base } = chartBase(colours)
      const axis = { ...plain, nameTextStyle: { color: colours['text-3'], fontSize: 11 } }
      return {
        ...base,
        grid: { left: 46, right: 46, top: 26, bottom: 22 },
        tooltip: {
          trigger: 'axis',
          ...tooltipBase(colours),
          formatter: (params: { dataIndex: number } | { dataIndex: number }[]) => {
            const [first] = Array.isArray(params) ? params : [params]
            const bucket = buckets[first?.dataIndex ?? -1]
            if (!bucket) return ''
            return [
              `<strong>${bucketTitle(unit, bucket.startTime)}</strong>`,
              `${t('alarms')}: ${bucket.alarms}`,
              `${t('orders')}: ${bucket.orders}`,
              ...ORDER_OUTCOMES.map((outcome) => `${t(`outcome.${outcome}`)}: ${bucket[outcome]}`),
            ].join('<br>')
          },
        },
        xAxis: { type: 'category', data: buckets.map((one) => bucketTitle(unit, one.startTime)), ...axis },
        yAxis: [
          { type: 'value', name: t('orders'), minInterval: 1, ...axis },
          { type: 'value', name: t('alarms'), minInterval: 1, ...axis, splitLine: { show: false } },
        ],
        series: [
          ...ORDER_OUTCOMES.map((outcome) => ({
            type: 'bar',
            stack: 'orders',
            data: buckets.map((bucket) => bucket[outcome]),
            barMaxWidth: 22,
            itemStyle: { color: colours[COLOURS[outcome]] },
          })),
          {
            type: 'line',
            yAxisIndex: 1,
            // Future buckets have no value yet.
            data: buckets.map(({ alarms, startTime }) => (startTime * 1000 > platformNow() ? null : alarms)),
            symbol: 'none',
            lineStyle: { color: colours['text-3'], width: 1.5, type: 'dashed' },
          },
        ],
      }
    },
    [buckets, unit, t],
  )
  function further(index: number) {
    const bucket = buckets[index]
    if (!bucket) return
    if (unit === 'year') query.show('month', bucket.startTime)
    else if (unit === 'month') query.show('day', bucket.startTime)
    else if (mayList) void navigate(ordersPath({ ...bucket, nodeId: query.nodeId }))
  }
  return (
    <figure className="rectification-chart">
      <Chart
        label={t('chart', { period: query.title })}
        height={HEIGHT_PX}
        option={option}
        columns={buckets.map(
          ({ startTime, orders, alarms }) =>
            `${bucketTitle(unit, startTime)}, ${t('orders')}: ${orders}, ${t('alarms')}: ${alarms}`,
        )}
        onCategory={further}
      />
      <figcaption>
        {ORDER_OUTCOMES.map((outcome) => (
          <span key={outcome}>
            <OutcomeMark outcome={outcome} /> {t(`outcome.${outcome}`)}
          </span>
        ))}
        <span>
          <span className="alarm-line" aria-hidden="true" /> {t('alarms')}
        </span>
      </figcaption>
    </figure>
  )
}
