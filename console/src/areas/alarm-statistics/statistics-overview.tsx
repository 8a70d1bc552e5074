import { RESPONSE_CLASSES } from '@backlot/contract/alarms/statistics-calls'
import { Alert, Button, Skeleton } from 'antd'
import { useMemo } from 'react'
import { errorText } from '../../language/error-text.ts'
import { type Translate, useLanguage, useText } from '../../language/language.ts'
import { AlarmLevelMark } from '../../parts/alarms/alarm-level-mark.tsx'
import { AlarmSeriesChart } from '../../parts/alarms/alarm-series-chart.tsx'
import type { AlarmTypes } from '../../parts/alarms/alarm-types.ts'
import { spanFrom } from '../../parts/alarms/drill-down.ts'
import { durationShort } from '../../parts/alarms/duration-short.ts'
import { processingName } from '../../parts/alarms/processing-name.ts'
import type { UrlChange } from '../../parts/table-screen/table-url.ts'
import { BarList } from './bar-list.tsx'
import { type Count, CountChart } from './count-chart.tsx'
import type { AlarmStatistics, useAlarmStatistics } from './use-alarm-statistics.ts'

const SERIES_PX = 210
const COUNTS_PX = 178
const TYPES_SHOWN = 8
const STEP_S = { hour: 3600, day: 86_400 } as const

/** Sums and charts over everything that the filters let through. */
export function StatisticsOverview(props: {
  query: ReturnType<typeof useAlarmStatistics>
  types: AlarmTypes
  toList: ((change: UrlChange, range: AlarmStatistics) => void) | undefined
}) {
  const { query, types, toList } = props
  const t = useText('alarmQuery')
  const alarms = useText('alarms')
  const shell = useText('shell')
  const locale = useLanguage() === 'zh' ? 'zh-CN' : 'en'
  const { data } = query
  const hours = useMemo(() => hoursOf(data, t), [data, t])
  const classes = useMemo(() => classesOf(data, t), [data, t])

  if (query.error)
    return (
      <Alert
        type="error"
        showIcon
        title={shell('table.failed')}
        description={errorText(query.error)}
        action={<Button onClick={() => void query.refetch()}>{shell('screen.again')}</Button>}
      />
    )
  if (!data) return <Skeleton active />
  const open = (change: UrlChange) => toList && (() => toList(change, data))
  return (
    <div className="alarm-overview">
      <SumTiles data={data} locale={locale} />
      <div className="alarm-charts">
        <section
          className="stat-card stat-card-wide"
          aria-label={t('chart.time', { step: t(`step.${data.step}`) })}
        >
          <h2>{t('chart.time', { step: t(`step.${data.step}`) })}</h2>
          <AlarmSeriesChart
            series={data.series}
            step={data.step}
            height={SERIES_PX}
            onPeriod={toList && ((time) => toList(spanFrom(time, STEP_S[data.step], data), data))}
          />
        </section>
        <BarList
          title={t('chart.types')}
          locale={locale}
          bars={data.types.slice(0, TYPES_SHOWN).map(({ type, subType, level, total }) => ({
            key: `${type}-${subType}`,
            label: (
              <>
                <AlarmLevelMark level={level as 1} colour={types.colourOf(type, subType)} />{' '}
                {types.nameOf(type, subType)}
              </>
            ),
            value: total,
            onOpen: open({ kinds: `${type}-${subType}` }),
          }))}
        />
        <BarList
          title={t('chart.devices')}
          locale={locale}
          bars={data.topDevices.slice(0, TYPES_SHOWN).map(({ sn, name, total }) => ({
            key: sn,
            label: name,
            value: total,
            onOpen: open({ sn }),
          }))}
        />
        <CountChart title={t('chart.response')} counts={classes} height={COUNTS_PX} />
        <BarList
          title={t('chart.results')}
          locale={locale}
          bars={[...data.processing]
            .sort((a, b) => b.total - a.total)
            .map(({ processingType, total }) => ({
              key: String(processingType),
              label: alarms(`processing.${processingName(processingType)}`),
              value: total,
              onOpen: open(processingType === null ? { processed: 0 } : { processingTypes: processingType }),
            }))}
        />
        <CountChart title={t('chart.hours')} counts={hours} height={COUNTS_PX} wide />
      </div>
    </div>
  )
}

function SumTiles({ data, locale }: { data: AlarmStatistics; locale: string }) {
  const t = useText('alarmQuery')
  const { sum, response } = data
  const number = (value: number) => value.toLocaleString(locale)
  const time = (seconds: number | null) => (seconds === null ? '–' : durationShort(seconds, t))
  const tiles = [
    [t('sum.total'), number(sum.total)],
    [t('sum.open'), number(sum.open)],
    [t('sum.grave'), number(sum.grave)],
    [t('sum.ongoing'), number(sum.ongoing)],
    [t('sum.unread'), number(sum.unread)],
    [t('sum.devices'), number(data.devices)],
    [t('sum.median'), time(response.median)],
    [t('sum.p90'), time(response.p90)],
  ]
  return (
    <dl className="alarm-sums" aria-label={t('statistics.overview')}>
      {tiles.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function hoursOf(data: AlarmStatistics | undefined, t: Translate<'alarmQuery'>): Count[] {
  return (data?.hours ?? []).map((value, i) => {
    const hour = String(i).padStart(2, '0')
    return { label: hour, title: t('chart.hourOf', { hour }), value }
  })
}

function classesOf(data: AlarmStatistics | undefined, t: Translate<'alarmQuery'>): Count[] {
  return (data?.responseClasses ?? []).map((value, i) => {
    const end = RESPONSE_CLASSES[i]
    const last = RESPONSE_CLASSES[RESPONSE_CLASSES.length - 1]!
    const title =
      end === undefined
        ? t('chart.over', { time: durationShort(last, t) })
        : t('chart.under', { time: durationShort(end, t) })
    const label = end === undefined ? `≥ ${durationShort(last, t)}` : `< ${durationShort(end, t)}`
    return { label, title, value }
  })
}
