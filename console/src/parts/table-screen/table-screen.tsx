import { ReloadOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, App, Button, Empty, Table, type TableProps, Tooltip } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { ActionButton } from './action-button.tsx'
import { useColumnChoice } from './column-choice.ts'
import { ColumnMenu } from './column-menu.tsx'
import { FormDialog } from './form-dialog.tsx'
import type { Column, TableAction, TableDescription } from './table-screen-types.ts'
import { useTableUrl } from './table-url.ts'
import { useBodyHeight, useQuietMeasureRow } from './use-body-height.ts'
import './table-screen.css'

const PAGE_SIZES = [20, 50, 100, 200]
const SELECTION_PX = 38
/** Of columns that name no width. */
const COLUMN_PX = 140

/** A described table with server-side paging and sorting. `filters` is drawn above it. */
export function TableScreen<Row extends object>(props: {
  description: TableDescription<Row>
  filters?: ReactNode
}) {
  const { description, filters } = props
  const { name, columns, rowKey, fetch, batchActions = [], actions = [] } = description
  const t = useText('shell')
  const url = useTableUrl()
  const choice = useColumnChoice(name, columns)
  const [bodyRef, bodyHeight] = useBodyHeight()
  useQuietMeasureRow(bodyRef)
  const { message } = App.useApp()
  const queries = useQueryClient()
  const [opened, setOpened] = useState<{ key: string; row: Row | undefined }>()
  const [selected, setSelected] = useState<readonly Row[]>([])
  const pageSize = url.pageSize ?? description.defaultPageSize ?? 50
  const sort = url.sort ?? description.defaultSort
  const query = { currentPage: url.page, pageSize, ...(sort && { sort: sort.key, order: sort.order }) }

  const page = useQuery({
    queryKey: [name, ...description.fetchKey, query],
    enabled: fetch !== undefined,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      if (!fetch) throw new Error(`${name}: asked without a valid filter`)
      return fetch(query, signal)
    },
  })
  const rows = page.data?.list ?? []
  const present = new Set(rows.map(rowKey))
  const selection = selected.filter((row) => present.has(rowKey(row)))

  const lastPage = Math.max(1, Math.ceil((page.data?.total ?? 0) / pageSize))
  const beyondEnd =
    page.data !== undefined && !page.isPlaceholderData && rows.length === 0 && url.page > lastPage
  // biome-ignore lint/correctness/useExhaustiveDependencies: once when the rows of the last page are gone
  useEffect(() => {
    if (beyondEnd) url.setPaging({ page: lastPage === 1 ? undefined : lastPage })
  }, [beyondEnd])

  const onChanged = () => void queries.invalidateQueries({ queryKey: [name] })
  const form = opened && formOf(description, opened)
  const pressing = {
    onChanged,
    openForm: (action: { key: string }, target: unknown) =>
      setOpened({ key: action.key, row: target as Row | undefined }),
  }

  const change: TableProps<Row>['onChange'] = (pagination, _filters, sorter) => {
    const one = Array.isArray(sorter) ? sorter[0] : sorter
    url.setPaging({
      page: pagination.current === 1 ? undefined : pagination.current,
      size: pagination.pageSize === (description.defaultPageSize ?? 50) ? undefined : pagination.pageSize,
      sort: one?.order ? String(one.columnKey) : undefined,
      order: one?.order === 'ascend' ? 'asc' : undefined,
    })
  }

  const drawn = antdColumns(
    description,
    choice.shown,
    sort,
    rows,
    (row) => <RowActions description={description} row={row} pressing={pressing} />,
    t('table.actions'),
  )
  return (
    <section className="table-screen" aria-label={description.title}>
      <h1 className="visually-hidden">{description.title}</h1>
      {filters}
      <div className="table-bar">
        {batchActions.map((action) => (
          <ActionButton key={action.key} action={action} target={selection} {...pressing} />
        ))}
        {selection.length > 0 && (
          <span className="table-note">
            {t('table.selected', { count: selection.length })}{' '}
            <Button type="link" onClick={() => setSelected([])}>
              {t('table.unselect')}
            </Button>
          </span>
        )}
        <span className="table-bar-gap" />
        {actions.map((action) => (
          <ActionButton key={action.key} action={action} target={undefined} kind="primary" {...pressing} />
        ))}
        <Tooltip title={t('table.refresh')}>
          <Button
            icon={<ReloadOutlined spin={page.isFetching} />}
            aria-label={t('table.refresh')}
            disabled={fetch === undefined}
            onClick={() => void page.refetch()}
          />
        </Tooltip>
        <ColumnMenu columns={columns} {...choice} />
      </div>
      {page.error && (
        <Alert
          type="error"
          showIcon
          title={t('table.failed')}
          description={errorText(page.error)}
          action={<Button onClick={() => void page.refetch()}>{t('screen.again')}</Button>}
        />
      )}
      <div className="table-body" ref={bodyRef}>
        <Table<Row>
          size="small"
          rowKey={rowKey}
          columns={drawn}
          tableLayout="fixed"
          dataSource={[...rows]}
          loading={page.isFetching && !page.data}
          onChange={change}
          scroll={{ x: widthOf(drawn) + (batchActions.length > 0 ? SELECTION_PX : 0), y: bodyHeight }}
          rowClassName={(row) =>
            `${description.onRowOpen ? 'table-row-open' : ''} ${description.rowClassName?.(row) ?? ''}`
          }
          onRow={(row) =>
            description.onRowOpen
              ? {
                  tabIndex: 0,
                  onClick: () => description.onRowOpen?.(row, rows),
                  onKeyDown: (event) => {
                    if (event.key === 'Enter' && event.target === event.currentTarget)
                      description.onRowOpen?.(row, rows)
                  },
                }
              : {}
          }
          {...(batchActions.length > 0 && {
            rowSelection: {
              selectedRowKeys: selection.map(rowKey),
              onChange: (_keys: unknown, chosen: Row[]) => setSelected(chosen),
              columnWidth: SELECTION_PX,
              onCell: () => ({ onClick: (event: { stopPropagation(): void }) => event.stopPropagation() }),
              getCheckboxProps: (row: Row) =>
                ({ 'aria-label': t('table.select', { row: rowKey(row) }) }) as object,
            },
          })}
          locale={{
            emptyText: page.error ? (
              ''
            ) : (
              <Empty
                image={Empty.PRESENTED_IMAGE_SIMPLE}
                description={
                  fetch === undefined ? t('table.noQuery') : (description.empty ?? t('table.empty'))
                }
              />
            ),
          }}
          pagination={{
            current: url.page,
            pageSize,
            total: page.data?.total ?? 0,
            showSizeChanger: true,
            pageSizeOptions: [...(description.pageSizes ?? PAGE_SIZES)],
            showQuickJumper: (page.data?.total ?? 0) > pageSize * 8,
            showTotal: (total, [from, to]) =>
              page.data?.totalCapped
                ? t('table.totalCapped', { from, to, total })
                : t('table.total', { from, to, total }),
          }}
        />
      </div>
      {form && (
        <FormDialog
          description={form}
          onClose={() => setOpened(undefined)}
          onSaved={(saved) => {
            setOpened(undefined)
            message.success(saved)
            onChanged()
          }}
        />
      )}
    </section>
  )
}

type Pressing = {
  onChanged: () => void
  openForm: (action: { key: string }, target: unknown) => void
}

/** The form of an action, as the description has it now: choices that come later are seen. */
function formOf<Row>(
  { actions = [], rowActions = [] }: TableDescription<Row>,
  { key, row }: { key: string; row: Row | undefined },
) {
  const named = (action: { key: string }) => action.key === key
  return row === undefined ? actions.find(named)?.form?.(undefined) : rowActions.find(named)?.form?.(row)
}

function RowActions<Row>(props: { description: TableDescription<Row>; row: Row; pressing: Pressing }) {
  const { description, row, pressing } = props
  return (
    <span className="table-row-actions">
      {(description.rowActions ?? []).map((action: TableAction<Row>) => (
        <ActionButton key={action.key} action={action} target={row} kind="link" {...pressing} />
      ))}
    </span>
  )
}

/** Narrower than that the rows are scrolled sideways. */
function widthOf(columns: readonly { width?: number | string }[]): number {
  return columns.reduce((sum, { width }) => sum + (typeof width === 'number' ? width : COLUMN_PX), 0)
}

function antdColumns<Row extends object>(
  description: TableDescription<Row>,
  shown: ReadonlySet<string>,
  sort: { key: string; order: 'asc' | 'desc' } | undefined,
  rows: readonly Row[],
  renderActions: (row: Row) => ReactNode,
  actionsTitle: string,
): NonNullable<TableProps<Row>['columns']> {
  const { rowActions = [] } = description
  const columns = description.columns
    .filter((column) => shown.has(column.key))
    .map((column: Column<Row>) => ({
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
      title: actionsTitle,
      fixed: 'end' as const,
      width: description.rowActionsWidth ?? rowActions.length * 72,
      render: (_value: unknown, row: Row) => renderActions(row),
    },
  ]
}
