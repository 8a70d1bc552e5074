import type { Column, TableDescription } from './table-screen-types.ts'

/** Of columns that name no width. */
const COLUMN_PX = 140

/** Narrower than that the rows are scrolled sideways. */
export function widthOf(columns: readonly { width?: number | string }[]): number {
  return columns.reduce((sum, { width }) => sum + (typeof width === 'number' ? width : COLUMN_PX), 0)
}

/** Columns give up this much of their width, at most, so that all of them are seen at once. */
const LEAST_SHARE = 0.75

type Sized = { width?: number | string; whole?: boolean }

/** Whether the columns can be seen at once in `spacePx`: those that are not `whole` may be made narrower. */
export function fitsSqueezed(columns: readonly Sized[], spacePx: number): boolean {
  const wholePx = widthOf(columns.filter(({ whole }) => whole))
  return spacePx - wholePx >= (widthOf(columns) - wholePx) * LEAST_SHARE
}

/** Row actions that take more of the table than this would hide the columns scrolled below them. */
const FIXED_SHARE = 0.3

/**
 * Columns fitted into a table of `spacePx`: a little narrower, but for `whole` ones, where that is enough to need no
 * scrolling, and row actions that stay in sight only where they leave room for the rest. 0: the space is not known yet.
 */
export function fitted<One extends Sized & { fixed?: unknown }>(
  columns: readonly One[],
  spacePx: number,
): One[] {
  const actions = columns.find(({ fixed }) => fixed === 'end')
  const actionsPx = actions ? widthOf([actions]) : 0
  const data = columns.filter((column) => column !== actions)
  const dataPx = spacePx - actionsPx
  if (spacePx <= 0 || widthOf(data) <= dataPx) return [...columns]
  if (fitsSqueezed(data, dataPx)) {
    const wholePx = widthOf(data.filter(({ whole }) => whole))
    const share = (dataPx - wholePx) / (widthOf(data) - wholePx)
    return columns.map((column) =>
      column === actions || column.whole
        ? column
        : { ...column, width: Math.floor(widthOf([column]) * share) },
    )
  }
  if (actionsPx <= spacePx * FIXED_SHARE) return [...columns]
  return columns.map((column) => (column === actions ? { ...column, fixed: undefined } : column))
}

/** Width of the row actions' column, pixels; 0 where rows have none. */
export function actionsWidth<Row>({
  rowActions = [],
  rowActionsWidth,
}: Pick<TableDescription<Row>, 'rowActions' | 'rowActionsWidth'>): number {
  return rowActions.length === 0 ? 0 : (rowActionsWidth ?? rowActions.length * 72)
}

/** A column as the table draws it; without `of`: the row actions. */
export type DrawnColumn<Row> = {
  key: string
  title: string
  width: number
  whole?: boolean
  fixed?: 'end' | undefined
  of?: Column<Row>
}

/** The shown columns, and the row actions at the end. */
export function drawnColumns<Row>(
  description: TableDescription<Row>,
  shown: readonly Column<Row>[],
  actionsTitle: string,
): DrawnColumn<Row>[] {
  const columns = shown.map((column: Column<Row>) => ({
    key: column.key,
    title: column.title,
    width: column.width ?? COLUMN_PX,
    ...(column.whole ? { whole: true } : {}),
    of: column,
  }))
  const width = actionsWidth(description)
  return width === 0 ? columns : [...columns, { key: 'actions', title: actionsTitle, fixed: 'end', width }]
}
