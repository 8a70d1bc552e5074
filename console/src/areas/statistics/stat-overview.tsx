import { onlineByDay, onlineByRange } from '@backlot/contract/statistics/calls'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, Button, Skeleton } from 'antd'
import { useMemo } from 'react'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { formatTime } from '../../platform/clock.ts'
import { OnlineChart, type OnlineColumn } from './online-chart.tsx'
import { useNumbers } from './use-numbers.ts'
import type { StatQuery } from './use-stat-query.ts'

const HEIGHT_PX = 190

/** The sums of the query, and their course by day, or by hour where it is one day. */
export function StatOverview({ query }: { query: StatQuery }) {
  const t = useText('statistics')
  const numbers = useNumbers()
  const { time, asOf, choice, days, fault } = query
  const single = days.from === days.to
  const range = useQuery({
    queryKey: ['onlineStatistics', 'range', choice, time, asOf],
    enabled: fault === undefined,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => request(onlineByRange, { query: { ...choice, ...time }, signal }),
  })
  const hours = useQuery({
    queryKey: ['onlineStatistics', 'hours', choice, time, asOf],
    enabled: fault === undefined && single,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => request(onlineByDay, { query: { ...choice, time: time.startTime }, signal }),
  })
  const columns = useMemo((): OnlineColumn[] => {
    if (single) {
      return (hours.data?.hours ?? []).map((hour) => {
        const title = formatTime(hour.time).slice(0, 16)
        return { ...hour, label: title.slice(11), title }
      })
    }
    return (range.data?.list ?? []).map((day) => ({ ...day, label: day.date.slice(5), title: day.date }))
  }, [single, hours.data, range.data])

  const error = range.error ?? hours.error
  if (error) {
    const again = () => void Promise.all([range.refetch(), hours.refetch()])
    return (
      <Alert
        type="error"
        showIcon
        title={t('failed')}
        description={errorText(error)}
        action={<Button onClick={again}>{t('again')}</Button>}
      />
    )
  }
  const data = range.data
  const tiles = data && [
    { label: t('field.devices'), value: numbers.count(data.devices) },
    { label: t('field.rate'), value: numbers.percent(data.sum.rate) },
    { label: t('field.online'), value: numbers.duration(data.sum.onlineSeconds) },
    { label: t('field.offline'), value: numbers.duration(data.sum.offlineSeconds) },
    { label: t('field.drops'), value: numbers.count(data.sum.drops) },
  ]
  return (
    <section className="stat-overview" aria-label={t('overview')}>
      <dl className="stat-tiles">
        {tiles ? (
          tiles.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))
        ) : (
          <Skeleton active title={false} paragraph={{ rows: 2 }} />
        )}
      </dl>
      <OnlineChart
        label={single ? t('chart.hours', { date: days.from }) : t('chart.days', days)}
        columns={columns}
        height={HEIGHT_PX}
        onColumn={
          single
            ? undefined
            : (index) => {
                const date = data?.list[index]?.date
                if (date !== undefined) query.setDays({ from: date, to: date })
              }
        }
      />
    </section>
  )
}
