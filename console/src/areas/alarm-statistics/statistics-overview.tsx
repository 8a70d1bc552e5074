import { Alert, Button, Skeleton } from 'antd'
import { useMemo } from 'react'
import { DefinedTerm } from '../../components/defined-term.tsx'
import { AlarmLevelMark } from '../../features/alarms/alarm-level-mark.tsx'
import { AlarmSeriesChart } from '../../features/alarms/alarm-series-chart.tsx'
import type { AlarmTypes } from '../../features/alarms/alarm-types.ts'
import { figureChange } from '../../features/alarms/counted.ts'
import { spanFrom } from '../../features/alarms/drill-down.ts'
import { durationShort } from '../../features/alarms/duration-short.ts'
import { Figure } from '../../features/alarms/figure.tsx'
import { processingName } from '../../features/alarms/processing-name.ts'
import { responseClassMark, responseClassName } from '../../features/alarms/response-class-name.ts'
import type { UrlChange } from '../../features/table-screen/table-url.ts'
import { errorText } from '../../language/error-text.ts'
import { type Translate, useLanguage, useText } from '../../language/language.ts'
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
  /** Shows the devices that are counted. */
  onDevices: () => void
}) {
  const { query, types, toList, onDevices } = props
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
      <SumTiles data={data} locale={locale} onOpen={open} onDevices={onDevices} />
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
        <CountChart
          title={t('chart.response')}
          counts={classes}
          height={COUNTS_PX}
          onCount={toList && ((place) => toList({ responseClasses: place }, data))}
        />
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
        <CountChart
          title={t('chart.hours')}
          counts={hours}
          height={COUNTS_PX}
          wide
          onCount={toList && ((hour) => toList({ hours: hour }, data))}
        />
      </div>
    </div>
  )
}

function SumTiles(props: {
  data: AlarmStatistics
  locale: string
  onOpen: (change: UrlChange) => (() => void) | undefined
  onDevices: () => void
}) {
  const { data, locale, onOpen, onDevices } = props
  const t = useText('alarmQuery')
  const { sum, response } = data
  const number = (value: number) => value.toLocaleString(locale)
  const count = (key: 'total' | 'open' | 'grave' | 'ongoing' | 'unread') =>
    [key, number(sum[key]), opener(key)] as const
  const time = (key: 'median' | 'p90') => {
    const seconds = response[key]
    return [key, seconds === null ? '–' : durationShort(seconds, t), opener(key)] as const
  }
  function opener(key: Parameters<typeof figureChange>[0]) {
    const change = figureChange(key, sum, response)
    return change && onOpen(change)
  }
  const tiles = [
    count('total'),
    count('open'),
    count('grave'),
    count('ongoing'),
    count('unread'),
    ['devices', number(data.devices), data.devices > 0 ? onDevices : undefined] as const,
    time('median'),
    time('p90'),
  ]
  return (
    <dl className="alarm-sums" aria-label={t('statistics.overview')}>
      {tiles.map(([key, value, open]) => (
        <div key={key}>
          <dt>
            {key === 'open' ? (
              <DefinedTerm term="openSpan">
                <span>{t(`sum.${key}`)}</span>
              </DefinedTerm>
            ) : (
              t(`sum.${key}`)
            )}
          </dt>
          <dd>
            <Figure
              called={t('figure.called', { what: t(`sum.${key}`), figure: value })}
              says={t(key === 'devices' ? 'figure.devices' : 'figure.opens', { what: t(`sum.${key}`) })}
              onOpen={open}
            >
              {value}
            </Figure>
          </dd>
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
  return (data?.responseClasses ?? []).map((value, place) => ({
    label: responseClassMark(place, t),
    title: responseClassName(place, t),
    value,
  }))
}
