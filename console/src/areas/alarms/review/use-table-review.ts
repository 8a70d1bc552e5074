import type { Alarm } from '@backlot/contract/alarms/entities'
import { type KeyboardEvent, type RefObject, useCallback } from 'react'
import { alarmKey } from '../../../features/alarms/alarm-key.ts'
import type { AlarmTypes } from '../../../features/alarms/alarm-types.ts'
import type { TableHandle } from '../../../features/table-screen/table-screen-types.ts'
import { assignAlarms } from './assign-alarms.ts'
import { isOpenNow } from './next-open.ts'
import { reviewAlarms } from './review-alarms.ts'
import { type ReviewAct, reviewKeyOf } from './review-keys.ts'
import { rowsBeyond } from './walk-alarms.ts'

/** What is done about the alarms of a table in its rows, by buttons and by keys; the focus goes on to the next open one. */
export function useTableReview(table: RefObject<TableHandle<Alarm> | null>, types: AlarmTypes) {
  const act = useCallback(
    async (alarm: Alarm, what: ReviewAct, byKey: boolean) => {
      if (what === 'order') {
        await assignAlarms([alarm], types)
        return
      }
      // Where it stands now: with a filter for open ones its row goes.
      const rows = table.current?.rows() ?? []
      const place = placeOf(rows, alarm)
      const done = await reviewAlarms([alarm], what)
      if (done.length === 0 || !byKey) return
      const isNext = (one: Alarm) => one !== alarm && isOpenNow(one)
      const below = rows.find((one, at) => at > place && isNext(one))
      if (below) {
        focusRow(below)
        return
      }
      // None is left below: what came up on this page, what is on the next one, what is above.
      const fresh = rowsBeyond(rows, (await table.current?.again()) ?? []).find(isOpenNow)
      const next = fresh ?? (await table.current?.turn(1))?.find(isOpenNow) ?? rows.find(isNext)
      if (next) requestAnimationFrame(() => focusRow(next))
    },
    [table, types],
  )
  const onRowKey = useCallback(
    (event: KeyboardEvent<HTMLElement>, alarm: Alarm) => {
      const key = reviewKeyOf(event)
      if (key === undefined) return
      event.preventDefault()
      if (key !== 'next' && key !== 'previous') {
        void act(alarm, key, true)
        return
      }
      const rows = table.current?.rows() ?? []
      const step = key === 'next' ? 1 : -1
      const next = rows[placeOf(rows, alarm) + step]
      if (next) focusRow(next)
      else
        void table.current?.turn(step).then((turned) => {
          const first = turned?.at(step === 1 ? 0 : -1)
          if (first) requestAnimationFrame(() => focusRow(first))
        })
    },
    [act, table],
  )
  return { act, onRowKey }
}

function placeOf(rows: readonly Alarm[], alarm: Alarm): number {
  const key = alarmKey(alarm)
  return rows.findIndex((one) => alarmKey(one) === key)
}

function focusRow(alarm: Alarm): void {
  const row = document.querySelector<HTMLElement>(`tr[data-row-key="${CSS.escape(alarmKey(alarm))}"]`)
  row?.focus({ preventScroll: true })
  row?.scrollIntoView({ block: 'nearest' })
}
