import { isDeviceOnline } from '@backlot/contract/devices/entities'
import { onlineByDay, onlineByRange } from '@backlot/contract/statistics/calls'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, Drawer, Empty, Spin } from 'antd'
import { useMemo } from 'react'
import { StateDot } from '../../features/channel-list/channel-list.tsx'
import { useDevice } from '../../features/device-tree/device-store.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { parsedDay, SpanList, SpanStrip } from './day-spans.tsx'
import { OnlineChart } from './online-chart.tsx'
import { useNumbers } from './use-numbers.ts'
import type { StatQuery } from './use-stat-query.ts'

const WIDTH_PX = 720
const HEIGHT_PX = 170

/** A device's days over the range, and one of them with its stretches. */
export function DeviceDays({ query, sn }: { query: StatQuery; sn: string }) {
  const t = useText('statistics')
  const device = useDevice(sn)
  return (
    <Drawer
      open
      size={WIDTH_PX}
      title={
        <span className="stat-device">
          {device && <StateDot online={isDeviceOnline(device)} />}
          <span>{device?.name ?? sn}</span>
          <small>{sn}</small>
        </span>
      }
      aria-label={t('device.title', { name: device?.name ?? sn })}
      onClose={() => query.openDevice(undefined)}
    >
      <Days query={query} sn={sn} />
    </Drawer>
  )
}

function Days({ query, sn }: { query: StatQuery; sn: string }) {
  const t = useText('statistics')
  const numbers = useNumbers()
  const { time, asOf, days, fault } = query
  const range = useQuery({
    queryKey: ['onlineStatistics', 'device', sn, time, asOf],
    enabled: fault === undefined,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => request(onlineByRange, { query: { sn, ...time }, signal }),
  })
  const list = range.data?.list
  const columns = useMemo(
    () => (list ?? []).map((one) => ({ ...one, label: one.date.slice(5), title: one.date })),
    [list],
  )
  // The day that was chosen, else the last one.
  const day = list?.find(({ date }) => date === query.day) ?? list?.at(-1)
  if (range.error) return <Alert type="error" showIcon title={errorText(range.error)} />
  if (!list) return <Spin className="stat-loading" />
  if (!day || !range.data) return <Empty description={t('empty')} />
  const { sum } = range.data
  return (
    <>
      <p className="stat-sum">
        {t('device.sum', {
          rate: numbers.percent(sum.rate),
          online: numbers.duration(sum.onlineSeconds),
          offline: numbers.duration(sum.offlineSeconds),
          drops: numbers.count(sum.drops),
        })}
      </p>
      {list.length > 1 && (
        <OnlineChart
          label={t('chart.days', days)}
          columns={columns}
          height={HEIGHT_PX}
          onColumn={(index) => query.openDay(list[index]?.date)}
        />
      )}
      <nav className="stat-day-choice" aria-label={t('field.day')}>
        {[...list].reverse().map(({ date, rate }) => (
          <button
            key={date}
            type="button"
            aria-pressed={date === day.date}
            title={`${date}: ${numbers.percent(rate)}`}
            onClick={() => query.openDay(date)}
          >
            {date.slice(5)}
          </button>
        ))}
      </nav>
      <Day sn={sn} date={day.date} asOf={asOf} />
    </>
  )
}

/** One day of a device: as a strip and as a list. `asOf` asks again when the present moves on. */
function Day({ sn, date, asOf }: { sn: string; date: string; asOf: number }) {
  const t = useText('statistics')
  const numbers = useNumbers()
  const time = parsedDay(date)
  const day = useQuery({
    queryKey: ['onlineStatistics', 'spans', sn, date, asOf],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => request(onlineByDay, { query: { sn, time }, signal }),
  })
  if (day.error) return <Alert type="error" showIcon title={errorText(day.error)} />
  if (!day.data) return <Spin className="stat-loading" />
  const { list, rate, onlineSeconds, offlineSeconds, drops } = day.data
  return (
    <section className="stat-day" aria-label={t('device.day', { date: day.data.date })}>
      <header>
        <strong>
          {day.data.date} {numbers.weekday(day.data.time)}
        </strong>
        <span>
          {t('device.sum', {
            rate: numbers.percent(rate),
            online: numbers.duration(onlineSeconds),
            offline: numbers.duration(offlineSeconds),
            drops: numbers.count(drops),
          })}
        </span>
      </header>
      <SpanStrip spans={list} dayS={day.data.time} />
      <SpanList spans={list} />
    </section>
  )
}
