import type { ReactNode } from 'react'
import type { FormDescription } from './form-types.ts'

export type SortOrder = 'asc' | 'desc'

export type Column<Row> = {
  /** Stable name: kept in the URL (sorting) and in this browser (choice of columns). */
  key: string
  title: string
  render: (row: Row) => ReactNode
  width?: number
  /** The server can sort by this key. */
  sortable?: boolean
  /** Hidden until chosen. */
  hiddenAtFirst?: boolean
  /** Always shown. */
  fixed?: boolean
  align?: 'left' | 'right' | 'center'
}

/** What a fetched page answers. */
export type TablePage<Row> = { list: readonly Row[]; total: number; totalCapped?: boolean | undefined }

/** What a page is asked for. */
export type TableQuery = { currentPage: number; pageSize: number; sort?: string; order?: SortOrder }

/** What is asked before something is done that cannot be taken back. */
export type Confirmation = { title: string; content?: ReactNode; okText: string }

type ActionBase<Target> = {
  key: string
  label: string
  icon?: ReactNode
  danger?: boolean
  /** Whether it is there at all for a row; left out: it is. */
  shownFor?: (target: Target) => boolean
  /** Why it cannot be pressed now; undefined when it can. */
  disabledReason?: (target: Target) => string | undefined
}

/**
 * Something to press, or a reason why not: work of its own, asked about first when `confirm` says so, or a form. Work
 * that answers a text has changed rows: the text is shown and the rows are fetched again. Refusals are shown.
 */
export type TableAction<Target> = ActionBase<Target> &
  (
    | {
        run: (target: Target) => void | Promise<void> | Promise<string>
        confirm?: (target: Target) => Confirmation
        form?: never
      }
    | { form: (target: Target) => FormDescription; run?: never; confirm?: never }
  )

/**
 * A table screen described: forty admin screens differ in this and in little else. Filters are the screen's own
 * component (`filters`), since their state lives in the URL through `useTableUrl`.
 */
export type TableDescription<Row> = {
  /** Name of the screen: prefix of its query keys and of its stored columns. */
  name: string
  title: string
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  /** Asks the platform. Undefined while the filter is not valid: nothing is asked. */
  fetch: ((query: TableQuery, signal: AbortSignal) => Promise<TablePage<Row>>) | undefined
  /** Parts of the query key besides paging: a change asks again. */
  fetchKey: readonly unknown[]
  defaultPageSize?: number
  pageSizes?: readonly number[]
  defaultSort?: { key: string; order: SortOrder }
  onRowOpen?: (row: Row, rows: readonly Row[]) => void
  rowActions?: readonly TableAction<Row>[]
  /** Width of the row actions, pixels; left out: as their number suggests. */
  rowActionsWidth?: number
  /** With these, rows can be selected. */
  batchActions?: readonly TableAction<readonly Row[]>[]
  /** Buttons at the upper right. */
  actions?: readonly TableAction<undefined>[]
  rowClassName?: (row: Row) => string
  empty?: string
}
