import { listAlarms } from '@backlot/contract/alarms/calls'
import type { Alarm } from '@backlot/contract/alarms/entities'
import type { QueryIn } from '@backlot/contract/call'
import type { TablePage, TableQuery } from '../../parts/table-screen/table-screen-types.ts'
import { useTableUrl } from '../../parts/table-screen/table-url.ts'
import { request } from '../../platform/client.ts'
import { platformNow, platformZoneMinutes } from '../../platform/clock.ts'
import { QUICK_RANGES, type QuickRange, quickRange, rangeFault, type TimeRange } from './alarm-query-range.ts'

const DEFAULT_RANGE: QuickRange = '24h'
const CONDITIONS = [
  'devName',
  'type',
  'subType',
  'nodeId',
  'processed',
  'isRead',
  'alarmSource',
  'sn',
] as const
export type Condition = (typeof CONDITIONS)[number]

/** The alarm query as the URL holds it. */
export function useAlarmQuery() {
  const url = useTableUrl()
  const named = url.get('range')
  const from = Number(url.get('from')) || undefined
  const to = Number(url.get('to')) || undefined
  const free = from !== undefined || to !== undefined
  const quick = free ? undefined : (QUICK_RANGES.find((range) => range === named) ?? DEFAULT_RANGE)
  const fault = quick ? undefined : rangeFault({ startTime: from, endTime: to })
  const conditions = Object.fromEntries(
    CONDITIONS.map((name) => [name, url.get(name)]).filter(([, value]) => value !== undefined),
  ) as Partial<Record<Condition, string>>

  /** The span now: quick ranges move with the platform's clock. */
  const range = (): Partial<TimeRange> =>
    quick ? quickRange(quick, platformNow(), platformZoneMinutes()) : { startTime: from, endTime: to }

  async function fetch(query: TableQuery, signal: AbortSignal): Promise<TablePage<Alarm>> {
    return request(listAlarms, {
      query: { ...conditions, ...range(), ...query } as QueryIn<typeof listAlarms>,
      signal,
    })
  }

  return {
    quick,
    range,
    fault,
    conditions,
    fetch: fault ? undefined : fetch,
    fetchKey: [quick ?? [from, to], conditions],
    setQuick: (next: QuickRange) =>
      url.setFilters({ range: next === DEFAULT_RANGE ? undefined : next, from: undefined, to: undefined }),
    setRange: (next: Partial<TimeRange>) =>
      url.setFilters({ range: undefined, from: next.startTime, to: next.endTime }),
    setCondition: (name: Condition, value: string | number | undefined) =>
      url.setFilters({ [name]: value, ...(name === 'type' ? { subType: undefined } : {}) }),
    clear: () =>
      url.setFilters(
        Object.fromEntries([...CONDITIONS, 'range', 'from', 'to'].map((name) => [name, undefined])),
      ),
  }
}
export type AlarmQuery = ReturnType<typeof useAlarmQuery>
