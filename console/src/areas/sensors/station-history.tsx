import type { ReadingHistory } from '@backlot/contract/sensors/entities'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Empty, Segmented, Spin } from 'antd'
import { useMemo } from 'react'
import { deviceStore } from '../../features/device-tree/device-store.ts'
import { functionsOf } from '../../features/device-tree/tree-entry.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { platformNow } from '../../platform/clock.ts'
import { AirQuality } from './air-quality.tsx'
import { CalendarMap, calendarSpan } from './calendar-map.tsx'
import { HistoryChart } from './history-chart.tsx'
import { HistoryControls } from './history-controls.tsx'
import {
  HISTORY_VIEWS,
  type HistoryQuery,
  type HistoryView,
  hasQuantities,
  useHistoryQuery,
} from './history-query.ts'
import { HistoryExport, HistoryTable } from './history-table.tsx'
import { ofPoint, PointTag, usePoint } from './monitoring-point.tsx'
import './station-history.css'
import type { StationKind } from './station-kinds.ts'
import { readingsQuery } from './use-readings.ts'
import { WindRose } from './wind-rose.tsx'

/** Quantities that are shown until others are chosen. */
const FIRST_CHARTS = 4

/** Past readings of a station: charts, rows, winds, air quality, and half a year by day. */
export function StationHistory({ kind, sn }: { kind: StationKind; sn: string }) {
  const t = useText('sensors')
  const query = useHistoryQuery(sn)
  const queries = useQueryClient()
  // The calendar has a time of its own, and a choice of its quantity.
  const isCalendar = query.view === 'calendar'
  const asked = useQuery({
    queryKey: ['sensors', 'history', kind.entry, ...query.key],
    enabled: query.fault === undefined && !isCalendar,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      request(kind.history, {
        body: { list: [sn, ...query.others], interval: query.interval, ...query.range() },
        signal,
      }),
  })
  const history = asked.data
  const own = history?.stations.find((station) => station.sn === sn)
  const point = usePoint(sn)
  const now = useQuery({ ...readingsQuery(kind, sn), enabled: point !== undefined })
  const quantities = useMemo(() => {
    const all = own?.quantities ?? []
    const there = point && now.data && new Set(ofPoint(now.data.list, point.id).map(({ code }) => code))
    return there ? all.filter(({ code }) => there.has(code)) : all
  }, [own, point, now.data])
  const codes = useMemo(() => {
    const all = quantities.map(({ code }) => code)
    const chosen = query.codes?.filter((code) => all.includes(code)) ?? []
    return chosen.length > 0 ? chosen : all.slice(0, FIRST_CHARTS)
  }, [query.codes, quantities])
  const stations = useMemo(() => othersOf(kind, sn), [kind, sn])
  return (
    <section
      aria-label={t('views.history')}
      className="station-history"
      data-stale={asked.isPlaceholderData || undefined}
    >
      {!isCalendar && (
        <HistoryControls
          query={query}
          stations={stations}
          quantities={quantities.map(({ code, name }) => ({ value: code, label: name }))}
          chosen={codes}
        />
      )}
      <div className="history-head">
        <Segmented<HistoryView>
          aria-label={t('history.view')}
          value={query.view}
          onChange={(show) => query.set({ show })}
          options={viewsOf(kind).map((value) => ({ value, label: t(`history.views.${value}`) }))}
        />
        {asked.isFetching && <Spin size="small" />}
        {point && <PointTag sn={sn} point={point} />}
        <span className="history-space" />
        <Button
          onClick={() =>
            void queries.refetchQueries({
              queryKey: ['sensors', isCalendar ? 'calendar' : 'history', kind.entry],
              type: 'active',
            })
          }
        >
          {t('refresh')}
        </Button>
        {!isCalendar && history && own && (
          <HistoryExport
            name={own.name}
            history={history}
            codes={hasQuantities(query.view) ? codes : quantities.map(({ code }) => code)}
          />
        )}
      </div>
      {!isCalendar && asked.error && <Alert type="error" showIcon title={errorText(asked.error)} />}
      {isCalendar ? (
        <Calendar kind={kind} sn={sn} />
      ) : history && own ? (
        <Shown query={query} history={history} codes={codes} />
      ) : (
        !asked.error &&
        query.fault === undefined && (
          <div className="live-readings-notice" role="status">
            <Spin />
          </div>
        )
      )}
    </section>
  )
}

/** Winds and air are measured by environment stations alone. */
const viewsOf = (kind: StationKind) =>
  kind.title === 'hjt212' ? HISTORY_VIEWS : HISTORY_VIEWS.filter((view) => view !== 'air' && view !== 'rose')

function Shown({
  query,
  history,
  codes,
}: {
  query: HistoryQuery
  history: ReadingHistory
  codes: readonly string[]
}) {
  const t = useText('sensors')
  const charts = useMemo(
    () =>
      codes.flatMap((code) => {
        const stations = history.stations.flatMap((station) => {
          const quantity = station.quantities.find((one) => one.code === code)
          return quantity ? [{ name: station.name, quantity }] : []
        })
        return stations.length > 0 ? [{ code, stations }] : []
      }),
    [codes, history],
  )
  if (history.times.length === 0) {
    return <Empty description={t('history.empty')} />
  }
  if (query.view === 'table') return <HistoryTable history={history} codes={codes} />
  if (query.view === 'air') {
    return history.stations.map((station) => (
      <div key={station.sn} className="history-station">
        {history.stations.length > 1 && <h3>{station.name}</h3>}
        <AirQuality interval={history.interval} times={history.times} station={station} />
      </div>
    ))
  }
  if (query.view === 'rose') {
    return (
      <div className="wind-roses">
        {history.stations.map(({ sn, name, windRose }) =>
          windRose ? (
            <WindRose key={sn} name={name} rose={windRose} />
          ) : (
            <p key={sn} className="history-nothing">
              {t('rose.noWind', { name })}
            </p>
          ),
        )}
      </div>
    )
  }
  return (
    <div className="history-charts">
      {charts.map(({ code, stations }) => (
        <HistoryChart key={code} interval={history.interval} times={history.times} stations={stations} />
      ))}
    </div>
  )
}

function Calendar({ kind, sn }: { kind: StationKind; sn: string }) {
  const asked = useQuery({
    queryKey: ['sensors', 'calendar', kind.entry, sn],
    queryFn: ({ signal }) =>
      request(kind.history, {
        body: { list: [sn], interval: 'day', ...calendarSpan(platformNow()) },
        signal,
      }),
  })
  const station = asked.data?.stations[0]
  if (asked.error) return <Alert type="error" showIcon title={errorText(asked.error)} />
  if (!asked.data || !station) {
    return (
      <div className="live-readings-notice" role="status">
        <Spin />
      </div>
    )
  }
  return <CalendarMap key={sn} times={asked.data.times} station={station} />
}

/** Other stations of the kind. */
function othersOf(kind: StationKind, sn: string) {
  const index = deviceStore.index()
  return Array.from(index.deviceRows(), (row) => index.entry[row]!).flatMap((node) =>
    node.sn && node.sn !== sn && functionsOf(node).includes(kind.entry)
      ? [{ value: node.sn, label: node.name }]
      : [],
  )
}
