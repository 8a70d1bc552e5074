import { useState } from 'react'
import type { FormDescription } from './form-types.ts'
import type { Pressing } from './table-bar.tsx'
import type { TableDescription } from './table-screen-types.ts'

/** The form that is open: of an action on nothing, on one row, or on those that were selected. */
type Opened<Row> = { key: string; target: undefined | Row | readonly Row[] }

/** The form of an action that is open over a table, for the rows as they are now. */
export function useActionForm<Row extends object>(
  description: TableDescription<Row>,
  rows: readonly Row[],
): {
  form: FormDescription | undefined
  /** It is about the selected rows. */
  isOfMany: boolean
  open: Pressing['openForm']
  close: () => void
} {
  const [opened, setOpened] = useState<Opened<Row>>()
  return {
    form:
      opened &&
      formOf(description, {
        key: opened.key,
        target: asItIsNow(opened.target, rows, description.rowKey),
      }),
    isOfMany: opened !== undefined && isRows(opened.target),
    open: ({ key }, target) => setOpened({ key, target: target as Opened<Row>['target'] }),
    close: () => setOpened(undefined),
  }
}

/** The form of an action, as the description has it now: choices that come later are seen. */
function formOf<Row extends object>(
  { actions = [], rowActions = [], batchActions = [] }: TableDescription<Row>,
  { key, target }: Opened<Row>,
) {
  const named = (action: { key: string }) => action.key === key
  if (target === undefined) return actions.find(named)?.form?.(undefined)
  if (isRows(target)) return batchActions.find(named)?.form?.(target)
  return rowActions.find(named)?.form?.(target)
}

/** Rows as they are now; one that is no longer on the page is as it was when the form was opened. */
function asItIsNow<Row>(
  target: Opened<Row>['target'],
  rows: readonly Row[],
  rowKey: (row: Row) => string,
): Opened<Row>['target'] {
  if (target === undefined) return undefined
  const now = (row: Row) => rows.find((one) => rowKey(one) === rowKey(row)) ?? row
  return isRows(target) ? target.map(now) : now(target)
}

function isRows<Row>(target: undefined | Row | readonly Row[]): target is readonly Row[] {
  return Array.isArray(target)
}
