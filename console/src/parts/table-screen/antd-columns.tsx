import type { TableProps } from 'antd'
import type { ReactNode } from 'react'
import type { Column, TableDescription } from './table-screen-types.ts'

/** Of columns that name no width. */
const COLUMN_PX = 140

/** Narrower than that the rows are scrolled sideways. */
export function widthOf(columns: readonly { width?: number | string }[]): number {
  return columns.reduce((sum, { width }) => sum + (typeof width === 'number' ? width : COLUMN_PX), 0)
}

/** The shown columns as antd has them, and the row actions at the end. */
export function antdColumns<Row extends object>(
  { rowActions = [], rowActionsWidth }: TableDescription<Row>,
  shown: readonly Column<Row>[],
  sort: { key: string; order: 'asc' | 'desc' } | undefined,
  rows: readonly Row[],
  actions: { title: string; render: (row: Row) => ReactNode },
): NonNullable<TableProps<Row>['columns']> {
  const columns = shown.map((column: Column<Row>) => ({
    key: column.key,
    title: column.title,
    width: column.width ?? COLUMN_PX,
    align: column.align,
    ellipsis: true,
    sorter: column.sortable ?? false,
    sortOrder:
      sort?.key === column.key ? (sort.order === 'asc' ? ('ascend' as const) : ('descend' as const)) : null,
    render: (_value: unknown, row: Row) => column.render(row),
  }))
  if (rowActions.length === 0 || rows.length === 0) return columns
  return [
    ...columns,
    {
      key: 'actions',
      title: actions.title,
      fixed: 'end' as const,
      width: rowActionsWidth ?? rowActions.length * 72,
      render: (_value: unknown, row: Row) => actions.render(row),
    },
  ]
}
