import { RESPONSE_CLASSES } from '@backlot/contract/alarms/response-classes'
import { type alarmStatistics, alarmSums } from '@backlot/contract/alarms/statistics-calls'
import type { QueryOut } from '@backlot/contract/call'
import { LIMITS } from '@backlot/contract/limits'
import { DAY_MS } from '@backlot/contract/time'
import { useQuery } from '@tanstack/react-query'
import { createElement, useMemo } from 'react'
import { useText } from '../../language/language.ts'
import { request } from '../../platform/client.ts'
import { platformNow } from '../../platform/clock.ts'
import { useTreeIndex } from '../device-tree/device-store.ts'
import { useGroupTree } from '../device-tree/use-group-tree.ts'
import type { TableFilter } from '../table-screen/filter-types.ts'
import { useTableUrl } from '../table-screen/table-url.ts'
import type { QuickRange } from '../table-screen/time-range.ts'
import type { AlarmTypes } from './alarm-types.ts'
import { PointFilter, pointName } from './point-filter.tsx'
import { PROCESSING_TYPE_LIST, processingName } from './processing-name.ts'
import { responseClassName } from './response-class-name.ts'

const LEVELS = ['grave', 'important', 'ordinary', 'notice'] as const
const PROCESSORS_MAX = 200
const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, '0')}:00`,
}))

export type AlarmFilter = TableFilter<Omit<QueryOut<typeof alarmStatistics>, 'step'>>

/** Every filter of alarms, described: those of the query are those of the statistics. */
export function useAlarmFilters(
  types: AlarmTypes,
  times: { quick: readonly QuickRange[]; more: readonly QuickRange[] },
): readonly AlarmFilter[] {
  const t = useText('alarmQuery')
  const alarms = useText('alarms')
  const groups = useGroupTree()
  const processors = useQuery({
    queryKey: ['alarmProcessors'],
    staleTime: 60_000,
    queryFn: ({ signal }) =>
      request(alarmSums, {
        query: { by: 'processor', sort: 'name', order: 'asc', pageSize: PROCESSORS_MAX, ...sinceKept() },
        signal,
      }),
  })
  const names = processors.data?.list
  const index = useTreeIndex()
  const pointId = useTableUrl().get('monitorId')
  const pointText = pointId === undefined ? undefined : pointName(index, pointId)
  return useMemo((): readonly AlarmFilter[] => {
    const choice = <Key extends string, Value>(key: Key, label: string, options: [Value, string][]) => ({
      kind: 'choice' as const,
      key,
      label,
      options: options.map(([value, text]) => ({ value, label: text })),
    })
    const kinds = types.tops.flatMap(({ type }) => [
      { value: type, label: types.nameOf(type) },
      ...types.subTypesOf(type).map((sub) => ({ value: sub.key, label: types.nameOf(type, sub.type) })),
    ])
    const levels = LEVELS.map((name, i) => ({ value: String(i + 1), label: alarms(`level.${name}`) }))
    const results = PROCESSING_TYPE_LIST.map((type) => ({
      value: String(type),
      label: alarms(`processing.${processingName(type)}`),
    }))
    const responses = Array.from({ length: RESPONSE_CLASSES.length + 1 }, (_, place) => ({
      value: String(place),
      label: responseClassName(place, t),
    }))
    return [
      {
        kind: 'time',
        key: 'time',
        label: t('filter.time'),
        ...times,
        maxMs: LIMITS.historyWindowMs + DAY_MS,
        tooLong: t('tooLong'),
      },
      { kind: 'text', key: 'text', label: t('filter.text'), placeholder: t('filter.textHint'), width: 200 },
      {
        kind: 'many',
        key: 'kinds',
        label: t('filter.kinds'),
        placeholder: t('filter.anyKind'),
        options: kinds,
        width: 166,
      },
      {
        kind: 'many',
        key: 'levels',
        label: t('filter.levels'),
        placeholder: t('filter.anyLevel'),
        options: levels,
        width: 172,
      },
      {
        kind: 'tree',
        key: 'nodeId',
        label: t('filter.group'),
        placeholder: t('filter.anyGroup'),
        nodes: groups,
        width: 136,
      },
      choice('processed', t('filter.processed'), [
        [0, t('filter.open')],
        [1, t('filter.done')],
      ]),
      choice('state', t('filter.state'), [
        [1, alarms('state.start')],
        [2, alarms('state.stop')],
      ]),
      choice('isRead', t('filter.read'), [
        [0, alarms('read.no')],
        [1, alarms('read.yes')],
      ]),
      choice('alarmSource', t('filter.source'), [
        [1, alarms('source.device')],
        [0, alarms('source.server')],
      ]),
      {
        kind: 'many',
        key: 'processingTypes',
        label: t('filter.processingTypes'),
        placeholder: t('filter.anyResult'),
        options: results,
      },
      choice(
        'processor',
        t('filter.processor'),
        (names ?? []).map(({ key }) => [key, key]),
      ),
      {
        kind: 'many',
        key: 'responseClasses',
        label: t('filter.responseClasses'),
        placeholder: t('filter.anyResponse'),
        options: responses,
      },
      {
        kind: 'many',
        key: 'hours',
        label: t('filter.hours'),
        placeholder: t('filter.anyHour'),
        options: HOURS,
      },
      choice('auditState', t('filter.audit'), [
        [0, t('filter.notReviewed')],
        [1, t('filter.audited')],
      ]),
      {
        kind: 'text',
        key: 'devName',
        label: t('filter.device'),
        placeholder: t('filter.deviceHint'),
        open: false,
      },
      { kind: 'text', key: 'sn', label: t('filter.sn'), placeholder: '', open: false, width: 170 },
      {
        kind: 'custom',
        key: 'monitorId',
        label: t('filter.point'),
        text: (id) => pointText ?? id,
        control: (value, onChange) =>
          createElement(PointFilter, { label: t('filter.point'), value, onChange }),
      },
      choice('nodeOnly', t('filter.nodeOnly'), [[1, t('filter.nodeOnlyYes')]]),
    ]
  }, [t, alarms, types, times, groups, names, pointText])
}

/** Everything that is kept; up to the present by default. */
function sinceKept() {
  return { startTime: Math.floor((platformNow() - LIMITS.historyWindowMs) / 1000) }
}
