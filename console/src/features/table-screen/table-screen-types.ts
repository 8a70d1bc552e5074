import type { AnyCall } from '@backlot/contract/call'
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import type { FilterValues, TableFilter } from './filter-types.ts'
import type { FormDescription } from './form-types.ts'
import type { TimeRange } from './time-range.ts'

export type SortOrder = 'asc' | 'desc'

export type ColumnLook = {
  /** Stable name: kept in the URL (sorting) and in this browser (choice of columns). */
  key: string
  title: string
  /** Symbol of the unit in which `cell` answers, for the head of files and prints. */
  unit?: string
  width?: number
  /** Keeps its width where others become a little narrower: its content cannot be shortened, such as a tag. */
  whole?: boolean
  /** The server can sort by this key. */
  sortable?: boolean
  /** Hidden until chosen. */
  hiddenAtFirst?: boolean
  /** Left out, until chosen, where the table would have to be scrolled sideways; files have it all the same. */
  spare?: boolean
  /** Always shown. */
  fixed?: boolean
  align?: 'left' | 'right' | 'center'
}

/** In the panel of a row, where a cell has no room for all of it. */
type Full<Row> = { full?: (row: Row) => ReactNode }

/** Fields of a row with values of a kind, or none. */
type FieldOf<Row, Kind> = {
  [Key in keyof Row]-?: Row[Key] extends Kind | null | undefined ? Key : never
}[keyof Row] &
  string

export type Column<Row> = ColumnLook &
  Full<Row> &
  (
    | {
        render: (row: Row) => ReactNode
        /** Value for files and prints. Default: the result of `render`, when that is text or a number. */
        cell?: (row: Row) => CellValue
        time?: never
      }
    /** A field as it is, a dash where it is empty. `time`: a moment in seconds, 0 is none. */
    | { key: FieldOf<Row, string | number>; render?: never; cell?: never; time?: never }
    | { key: FieldOf<Row, number>; time: true; render?: never; cell?: never }
  )

/**
 * A value of a file: typed, so that no text is ever taken for a formula. `date` is a moment in seconds; `decimals`:
 * number of decimals.
 */
export type CellValue =
  | string
  | number
  | null
  | undefined
  | { date: number }
  | { href: string }
  | { number: number; decimals: number }

/** Result of fetching a page. `next`: a cursor for the page after it, at any depth. */
export type TablePage<Row> = {
  list: readonly Row[]
  total: number
  totalCapped?: boolean | undefined
  next?: string | undefined
}

/** Query of a page. */
export type TableQuery = {
  currentPage: number
  pageSize: number
  sort?: string
  order?: SortOrder
  /** Mark that the page before answered. */
  next?: string
}

/** Values of the filters at the time of the query: texts by key, and the time when there is such a filter. */
export type Filtered = { filters: FilterValues; range?: TimeRange }

/** Asks the platform for one page. */
export type FetchPage<Row> = (
  query: TableQuery,
  signal: AbortSignal,
  filtered: Filtered,
) => Promise<TablePage<Row>>

/** Question before an action that cannot be undone. */
type Confirmation = { title: string; content?: ReactNode; okText: string }

type ActionBase<Target> = {
  key: string
  label: string
  icon?: ReactNode
  danger?: boolean
  /** Of a row: it is in the menu at the row's end, where there is no room for a button each. */
  inMenu?: boolean
  /** Whether it is there at all for a row; left out: it is. */
  shownFor?: (target: Target) => boolean
  /** The call that it makes: without the right to it the button is disabled and gives the reason. */
  call?: Pick<AnyCall, 'access' | 'changes'>
  /** Why it cannot be pressed now; undefined when it can. */
  disabledReason?: (target: Target) => string | undefined
}

/**
 * Something to press, or a reason why not: work of its own, confirmed first with `confirm`, or a form. Work that
 * answers a text has changed rows: the text is shown, the rows are reloaded and none is selected any more. Refusals are
 * shown.
 */
export type TableAction<Target> = ActionBase<Target> &
  (
    | {
        /** `changed`: for work that continues in a dialog of its own and reports its result itself. */
        run: (target: Target, changed: () => void) => void | Promise<void> | Promise<string>
        confirm?: (target: Target) => Confirmation
        form?: never
      }
    | { form: (target: Target) => FormDescription; run?: never; confirm?: never }
  )

/** A file of all rows that match, not of one page. */
type TableExport<Row> = {
  /** Without its ending; the days of the table's span of time are added. */
  fileName: string
  /** Left out: the table's own `fetch`. */
  fetch?: FetchPage<Row>
  /** Rows per request; default: 500. */
  pageSize?: number
  /** Left out: the columns that are shown. */
  columns?: readonly Column<Row>[]
  /** The call that it makes, when that is another one than the table's. */
  call?: Pick<AnyCall, 'access'>
  /** Why there can be no file now, e.g. a range that is too long. */
  disabledReason?: () => string | undefined
}

/** The rows of a table, and the pages around them, for what goes through them outside the table. */
export type TableHandle<Row> = {
  rows(): readonly Row[]
  /** As they are drawn, where that is otherwise. */
  lines(): readonly Row[]
  /** How many rows are on the pages before this one, and on all. */
  from(): number
  total(): number
  /** Asks for this page again; undefined when that failed. */
  again(): Promise<readonly Row[] | undefined>
  /** Turns to the next or the previous page and answers its rows; undefined when there is none. */
  turn(step: -1 | 1): Promise<readonly Row[] | undefined>
}

/** Mouse and keys of rows that open. */
export type RowEvents<Row> = {
  onClick: (event: MouseEvent<HTMLElement>, row: Row) => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>, row: Row) => void
}

/** The panel of a row: its columns without a title first, then groups of them, then what no column has. */
type RowDetails<Row> = {
  groups?: readonly { title: string; columns: readonly string[] }[]
  /** Columns that `more` tells in its own way. */
  without?: readonly string[]
  more?: (row: Row) => ReactNode
}

/** A table screen described: forty admin screens differ in this and in little else (docs/console.md). */
export type TableDescription<Row> = {
  /** Name of the screen: prefix of its query keys and of its stored columns. */
  name: string
  title: string
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  /** Asks the platform. Undefined while the screen's own filter is not valid: nothing is asked. */
  fetch: FetchPage<Row> | undefined
  /** Parts of the query key besides paging and described filters: a change asks again. */
  fetchKey?: readonly unknown[]
  /** Filters, described; their state lives in the URL. */
  filters?: readonly TableFilter[]
  defaultPageSize?: number
  pageSizes?: readonly number[]
  defaultSort?: { key: string; order: SortOrder }
  /** Opens a row in a dialog of the screen's own, or what it counts. Left out: a panel beside the list. */
  onRowOpen?: (row: Row, rows: readonly Row[]) => void
  /** What the panel of a row has besides its columns and actions. False: rows open nothing. */
  details?: false | RowDetails<Row>
  /** Keys on a row that has the focus, or on what is in it, besides Enter. */
  onRowKey?: (event: KeyboardEvent<HTMLElement>, row: Row) => void
  rowActions?: readonly TableAction<Row>[]
  /** Width of the row actions, pixels; left out: as their number suggests. */
  rowActionsWidth?: number
  /** With these, rows can be selected. */
  batchActions?: readonly TableAction<readonly Row[]>[]
  /** Buttons at the upper right. */
  actions?: readonly TableAction<undefined>[]
  /** With this, there is a button that saves all rows that match as an Excel file. */
  export?: TableExport<Row>
  /** The rows can be reloaded at an interval (chosen by the operator; a number: seconds at first). */
  autoRefresh?: boolean | number
  /**
   * Rows that change by themselves: while such a one is shown, and the page is visible, rows are loaded every two
   * seconds.
   */
  goesOn?: (row: Row) => boolean
  rowClassName?: (row: Row) => string
  /** A page drawn otherwise, such as several rows as one: its lines, and the rows behind one, which are selected with it. */
  lines?: { of: (rows: readonly Row[]) => readonly Row[]; rowsOf: (line: Row) => readonly Row[] }
  /** Text where there are no rows at all; with filters, the text says that none match. */
  empty?: string
}
