import type { Alarm } from '@backlot/contract/alarms/entities'
import { type KeyboardEvent, type RefObject, useCallback } from 'react'
import { alarmKey } from '../../../features/alarms/alarm-key.ts'
import type { AlarmTypes } from '../../../features/alarms/alarm-types.ts'
import type { TableHandle } from '../../../features/table-screen/table-screen-types.ts'
import { type AlarmLine, alarmsOf, lineKey } from '../page-groups.ts'
import { assignAlarms } from './assign-alarms.ts'
import { isOpenNow } from './next-open.ts'
import { reviewAlarms } from './review-alarms.ts'
import { type ReviewAct, reviewKeyOf } from './review-keys.ts'
import { rowsBeyond } from './walk-alarms.ts'

/** What is done about the alarms of a table in its rows, by buttons and by keys; the focus goes on to the next open one. */
export function useTableReview(table: RefObject<TableHandle<Alarm> | null>, types: AlarmTypes) {
  const act = useCallback(
    async (line: AlarmLine, what: ReviewAct, byKey: boolean) => {
      const alarms = alarmsOf(line)
      if (what === 'order') {
        await assignAlarms(alarms, types)
        return
      }
      // Where it stands now: with a filter for open ones its row goes.
      const rows = table.current?.rows() ?? []
      const lines = table.current?.lines() ?? []
      const place = placeOf(lines, line)
      const done = await reviewAlarms(alarms, what)
      if (done.length === 0 || !byKey) return
      const gone = new Set(alarms.map(alarmKey))
      const isNext = (one: AlarmLine) =>
        alarmsOf(one).some((alarm) => !gone.has(alarmKey(alarm)) && isOpenNow(alarm))
      const below = lines.find((one, at) => at > place && isNext(one))
      if (below) {
        focusRow(below)
        return
      }
      // None is left below: what came up on this page, what is on the next one, what is above.
      const fresh = rowsBeyond(rows, (await table.current?.again()) ?? []).find(isOpenNow)
      const next = fresh ?? (await table.current?.turn(1))?.find(isOpenNow) ?? lines.find(isNext)
      if (next) requestAnimationFrame(() => focusRow(lineOf(table.current?.lines() ?? [], next)))
    },
    [table, types],
  )
  const onRowKey = useCallback(
    (event: KeyboardEvent<HTMLElement>, line: AlarmLine) => {
      const key = reviewKeyOf(event)
      if (key === undefined) return
      event.preventDefault()
      if (key !== 'next' && key !== 'previous') {
        void act(line, key, true)
        return
      }
      const lines = table.current?.lines() ?? []
      const step = key === 'next' ? 1 : -1
      const next = lines[placeOf(lines, line) + step]
      if (next) focusRow(next)
      else
        void table.current?.turn(step).then((turned) => {
          const first = turned?.at(step === 1 ? 0 : -1)
          if (first) requestAnimationFrame(() => focusRow(lineOf(table.current?.lines() ?? [], first)))
        })
    },
    [act, table],
  )
  return { act, onRowKey }
}

function placeOf(lines: readonly AlarmLine[], line: AlarmLine): number {
  const key = lineKey(line)
  return lines.findIndex((one) => lineKey(one) === key)
}

/** The row of an alarm, or of the group that it is folded into. */
function lineOf(lines: readonly AlarmLine[], alarm: AlarmLine): AlarmLine {
  const key = lineKey(alarm)
  const holds = (line: AlarmLine) => alarmsOf(line).some((one) => alarmKey(one) === key)
  return lines.find((line) => lineKey(line) === key) ?? lines.find(holds) ?? alarm
}

function focusRow(line: AlarmLine): void {
  const row = document.querySelector<HTMLElement>(`tr[data-row-key="${CSS.escape(lineKey(line))}"]`)
  row?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}
