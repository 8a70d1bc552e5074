import { MINUTE_MS } from '@backlot/contract/time'
import { useMemo } from 'react'
import { useTableUrl } from '../../features/table-screen/table-url.ts'
import { useClock } from '../../platform/clock.ts'
import {
  daysFault,
  daysOfRange,
  mayExport,
  STAT_RANGES,
  type StatDays,
  type StatFault,
  type StatRangeName,
  secondsOf,
} from './stat-range.ts'

export const STAT_VIEWS = ['days', 'groups', 'devices'] as const
export type StatView = (typeof STAT_VIEWS)[number]
const USUAL_RANGE: StatRangeName = 'days7'

/** Query of the statistics, from the URL. */
export type StatQuery = ReturnType<typeof useStatQuery>

/** Ranges that reach to the present move with it, minute by minute. */
export function useStatQuery() {
  const url = useTableUrl()
  const { nowMs, zoneMinutes } = useClock()
  const minuteMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS
  const [from, to] = [url.get('from'), url.get('to')]
  const asked = STAT_RANGES.find((range) => range === url.get('range'))
  const range = from !== undefined && to !== undefined ? undefined : (asked ?? USUAL_RANGE)
  const name = url.get('name')
  const nodeId = Number(url.get('nodeId')) || undefined
  const day = url.get('day')

  return useMemo(() => {
    const days: StatDays = range
      ? daysOfRange(range, minuteMs, zoneMinutes)
      : { from: from ?? '', to: to ?? '' }
    const fault: StatFault | undefined = daysFault(days, minuteMs, zoneMinutes)
    const choice = { ...(nodeId === undefined ? {} : { nodeId }), ...(name === undefined ? {} : { name }) }
    const time: ReturnType<typeof secondsOf> =
      fault === undefined ? secondsOf(days, minuteMs, zoneMinutes) : { startTime: 0, endTime: 0 }
    return {
      /** The offered range, when it is one. */
      range,
      days,
      fault,
      view: STAT_VIEWS.find((view) => view === url.get('view')) ?? 'days',
      name,
      nodeId,
      /** The device whose days are open, and the day of it. */
      sn: url.get('sn'),
      day,
      mayExport: fault === undefined && mayExport(days),
      choice,
      time,
      /** Changes when data that reach to the present have to be loaded again. */
      asOf: time.endTime ?? minuteMs / 1000,
      setRange: (next: StatRangeName) =>
        url.setFilters({ range: next === USUAL_RANGE ? undefined : next, from: undefined, to: undefined }),
      setDays: (next: StatDays) => url.setFilters({ range: undefined, ...next }),
      setView: (view: StatView) =>
        url.setFilters({ view: view === 'days' ? undefined : view, sort: undefined, order: undefined }),
      setName: (next: string) => url.setFilters({ name: next.trim() }),
      setNode: (next: number | undefined, view?: StatView) =>
        url.setFilters({ nodeId: next, ...(view === undefined ? {} : { view }) }),
      openDevice: (sn: string | undefined) => url.setPaging({ sn, day: undefined }),
      openDay: (next: string | undefined) => url.setPaging({ day: next }),
    }
  }, [url, range, from, to, minuteMs, zoneMinutes, name, nodeId, day])
}
