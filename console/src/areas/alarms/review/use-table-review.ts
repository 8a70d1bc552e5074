import type { Alarm } from '@backlot/contract/alarms/entities'
import { type KeyboardEvent, type RefObject, useCallback } from 'react'
import { alarmKey } from '../../../features/alarms/alarm-key.ts'
import type { AlarmTypes } from '../../../features/alarms/alarm-types.ts'
import type { TableHandle } from '../../../features/table-screen/table-screen-types.ts'
import { assignAlarms } from './assign-alarms.ts'
import { isOpenNow, nextOpenIndex } from './next-open.ts'
import { reviewAlarms } from './review-alarms.ts'
import { type ReviewAct, reviewKeyOf } from './review-keys.ts'

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
      const next = rows[nextOpenIndex(rows, place, (one) => one !== alarm && isOpenNow(one))]
      if (next) {
        focusRow(next)
        return
      }
      // None is left on this page: what came up from below, or what is on the next one.
      const fresh = (await table.current?.again())?.find(isOpenNow)
      const beyond = fresh ?? (await table.current?.turn(1))?.find(isOpenNow)
      if (beyond) requestAnimationFrame(() => focusRow(beyond))
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
