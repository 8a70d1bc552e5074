import { periodAt } from '@backlot/contract/work-orders/period'
import {
  RECTIFICATION_UNITS,
  type Rectification,
  type RectificationUnit,
  rectification,
} from '@backlot/contract/work-orders/rectification'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTableUrl } from '../../features/table-screen/table-url.ts'
import { request } from '../../platform/client.ts'
import { formatTime, platformNow, platformZoneMinutes } from '../../platform/clock.ts'

export const REPORT_ROWS = ['buckets', 'groups', 'types', 'persons'] as const
export type ReportRows = (typeof REPORT_ROWS)[number]

/** Deadlines pass: asked again that often. */
const AGAIN_MS = 60_000

export type ReportQuery = ReturnType<typeof useRectification>

/** The report that the URL names: a day, a month or a year, perhaps below a group. */
export function useRectification() {
  const url = useTableUrl()
  const zone = platformZoneMinutes()
  const unit = RECTIFICATION_UNITS.find((name) => name === url.get('unit')) ?? 'day'
  const asked = Number(url.get('time')) || undefined
  const atMs = asked === undefined ? platformNow() : asked * 1000
  const period = periodAt(unit, atMs, zone)
  const nodeId = Number(url.get('nodeId')) || undefined
  const report = useQuery({
    queryKey: ['workOrders', 'rectification', unit, period.fromMs, nodeId],
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN_MS,
    queryFn: ({ signal }) =>
      request(rectification, {
        query: { unit, time: period.fromMs / 1000, ...(nodeId === undefined ? {} : { nodeId }) },
        signal,
      }),
  })
  return {
    unit,
    period,
    nodeId,
    report: report as { data: Rectification | undefined } & typeof report,
    rows: REPORT_ROWS.find((rows) => rows === url.get('rows')) ?? 'buckets',
    /** The period is the present one, or lies ahead. */
    isLast: period.toMs > platformNow(),
    title: periodTitle(unit, period.fromMs),
    show: (next: RectificationUnit, time?: number) =>
      url.setFilters({ unit: next === 'day' ? undefined : next, time }),
    goTo: (ms: number) => url.setFilters({ time: Math.floor(ms / 1000) }),
    setNode: (next: number | undefined) => url.setFilters({ nodeId: next }),
    setRows: (next: ReportRows) => url.setFilters({ rows: next === 'buckets' ? undefined : next }),
  }
}

/** 2026-11-20, 2026-11 or 2026. */
function periodTitle(unit: RectificationUnit, fromMs: number): string {
  return formatTime(fromMs / 1000).slice(0, unit === 'day' ? 10 : unit === 'month' ? 7 : 4)
}
