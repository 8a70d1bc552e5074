import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Table, type TableProps } from 'antd'
import {
  type ComponentProps,
  cloneElement,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useRef,
  useState,
} from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { useIsPhone } from '../../components/use-media-query.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { ActionButton } from './action-button.tsx'
import { actionsWidth, antdColumns, fitted, widthOf } from './antd-columns.tsx'
import { rowName } from './cell-values.ts'
import { leadingColumns, useColumnChoice, withoutSpare } from './column-choice.ts'
import { ColumnMenu } from './column-menu.tsx'
import { FormDialog } from './form-dialog.tsx'
import { MoreActions } from './more-actions.tsx'
import { PhoneRows } from './phone-rows.tsx'
import { printTable } from './print-table.ts'
import { RowPanel } from './row-panel.tsx'
import { type Pressing, TableBar } from './table-bar.tsx'
import { TableEmpty, TableSkeleton } from './table-empty.tsx'
import { TableExportButton } from './table-export.tsx'
import { TableFilterBar } from './table-filters.tsx'
import type { TableAction, TableDescription, TableHandle } from './table-screen-types.ts'
import { ROW_PARAMETER } from './table-url.ts'
import { useActionForm } from './use-action-form.ts'
import { useBodySize, useQuietMeasureRow } from './use-body-size.ts'
import { useRowOpening } from './use-row-opening.ts'
import { useTableFilters } from './use-table-filters.ts'
import { useTableHandle } from './use-table-handle.ts'
import { useTablePage } from './use-table-page.ts'
import './table-screen.css'

const PAGE_SIZES = [20, 50, 100, 200]
const SELECTION_PX = 38
const PAGES_TO_JUMP = 8
/** From this width of the screen on the open row is beside the list, pixels. */
const BESIDE_PX = 1000

type Props<Row> = {
  description: TableDescription<Row>
  /** A filter bar of the screen's own, in place of the described one. */
  filters?: ReactNode
  /** At the end of the described filter bar. */
  filtersEnd?: ReactNode
  /** Between the filters and the rows. */
  children?: ReactNode
  /** In the bar over the rows, beside its own buttons. */
  barEnd?: ReactNode
  /** In the bar over the rows, at its beginning. */
  barStart?: ReactNode
  /** Below the rows, before the paging. */
  foot?: ReactNode
  handle?: RefObject<TableHandle<Row> | null>
}

/** A described table with server-side paging and sorting: see docs/console.md. */
export function TableScreen<Row extends object>({
  description,
  filters,
  filtersEnd,
  children,
  barStart,
  barEnd,
  foot,
  handle,
}: Props<Row>) {
  const { name, columns, rowKey, batchActions = [], actions = [] } = description
  const t = useText('shell')
  const filterState = useTableFilters(description.filters ?? [])
  const table = useTablePage(description, filterState)
  const { url, page, rows, pageSize, sort, fetch } = table
  const own = useRef<TableHandle<Row>>(null)
  const lines = description.lines?.of(rows) ?? rows
  useTableHandle(handle ?? own, table, lines)
  const choice = useColumnChoice(name, columns)
  const [bodyRef, body] = useBodySize()
  useQuietMeasureRow(bodyRef)
  const queries = useQueryClient()
  const [selected, setSelected] = useState<readonly Row[]>([])

  // As the rows are now: selected ones may have been changed since.
  const chosen = new Set(selected.map(rowKey))
  const selection = rows.filter((row) => chosen.has(rowKey(row)))
  const rowsOf = (line: Row) => description.lines?.rowsOf(line) ?? [line]
  const isChosen = (line: Row) => rowsOf(line).every((row) => chosen.has(rowKey(row)))
  /** The rows of these lines are selected, and no longer those of lines that were. */
  const choose = (now: readonly Row[]) => {
    const keys = new Set(now.map(rowKey))
    const changed = lines.filter((line) => isChosen(line) !== keys.has(rowKey(line)))
    const touched = new Map(changed.flatMap(rowsOf).map((row) => [rowKey(row), row]))
    const added = changed.filter((line) => keys.has(rowKey(line))).flatMap(rowsOf)
    setSelected([...selection.filter((row) => !touched.has(rowKey(row))), ...added])
  }
  const shownColumns = columns.filter(({ key }) => choice.shown.has(key))
  const total = page.data?.total ?? 0
  const isLoading = page.isFetching && !page.data

  const onChanged = () => void queries.invalidateQueries({ queryKey: [name] })
  const unselect = () => setSelected([])
  const isPhone = useIsPhone()
  const onBatchDone = () => {
    unselect()
    onChanged()
  }
  const forms = useActionForm(description, rows)
  const nameOf = (row: Row) => rowName(columns, row, rowKey(row), formatTime)
  const pressing: Pressing = { onChanged, openForm: forms.open }
  const rowOpening = useRowOpening({
    description,
    table,
    lines,
    filters: filterState,
    handle: handle ?? own,
    bodyRef,
  })
  const totalText = (count: number, [from, to]: [number, number]) =>
    page.data?.totalCapped
      ? t('table.totalCapped', { from, to, total: count })
      : t('table.total', { from, to, total: count })

  const change: TableProps<Row>['onChange'] = (pagination, _filters, sorter) => {
    const one = Array.isArray(sorter) ? sorter[0] : sorter
    url.setPaging({
      page: pagination.current === 1 ? undefined : pagination.current,
      size: pagination.pageSize === table.defaultPageSize ? undefined : pagination.pageSize,
      sort: one?.order ? String(one.columnKey) : undefined,
      order: one?.order === 'ascend' ? 'asc' : undefined,
      ...(pagination.current !== url.page && { [ROW_PARAMETER]: undefined }),
    })
  }
  const selectionPx = batchActions.length > 0 ? SELECTION_PX : 0
  const spacePx = body.width - selectionPx
  const seenColumns = choice.chosen
    ? shownColumns
    : withoutSpare(shownColumns, spacePx - actionsWidth(description))
  const rowActions = (row: Row) => (
    <RowActions description={description} row={row} of={nameOf(row)} pressing={pressing} />
  )
  // The panel has the actions of its row.
  const isBeside = body.screenWidth >= BESIDE_PX && rowOpening.opened.key !== undefined
  const all = antdColumns(
    isBeside ? { ...description, rowActions: [] } : description,
    isBeside ? leadingColumns(shownColumns, spacePx) : seenColumns,
    sort,
    rows,
    { title: t('table.actions'), render: rowActions },
  )
  const drawn = fitted(all, spacePx)
  const isFiltered = Object.keys(filterState.values).length > 0
  const print = () => {
    const from = (url.page - 1) * pageSize
    const { range } = filterState.filtered()
    const span = range ? [`${formatTime(range.startTime)} – ${formatTime(range.endTime)}`] : []
    const note = [...span, totalText(total, [from + 1, from + rows.length])].join(' · ')
    printTable({ title: description.title, note, columns: shownColumns, rows })
  }

  const empty = isLoading ? (
    <TableSkeleton />
  ) : page.error ? (
    ''
  ) : (
    <TableEmpty
      why={fetch === undefined ? 'noQuery' : isFiltered ? 'filtered' : 'none'}
      none={description.empty}
      add={actions.at(-1)}
      pressing={pressing}
      onClear={filterState.clear}
    />
  )
  return (
    <section
      className="table-screen"
      aria-label={description.title}
      aria-busy={isLoading}
      data-fits="phone"
      data-beside={isBeside}
    >
      <h1 className="visually-hidden">{description.title}</h1>
      {filters}
      {description.filters && (
        <TableFilterBar label={description.title} filters={description.filters} state={filterState}>
          {filtersEnd}
        </TableFilterBar>
      )}
      {children}
      <TableBar
        start={barStart}
        batchActions={batchActions}
        actions={actions}
        selection={selection}
        onUnselect={unselect}
        pressing={pressing}
        onBatchDone={onBatchDone}
        auto={
          description.autoRefresh
            ? { seconds: table.refreshSeconds, onChange: table.setRefreshSeconds }
            : undefined
        }
        refresh={{
          busy: page.isFetching,
          disabled: fetch === undefined,
          run: () => void page.refetch(),
        }}
        onPrint={rows.length > 0 ? print : undefined}
      >
        <TableExportButton
          description={description}
          fetch={fetch}
          asked={table.asked}
          filtered={filterState.filtered}
          columns={shownColumns}
        />
        {barEnd}
        <ColumnMenu
          columns={columns}
          shown={new Set(seenColumns.map(({ key }) => key))}
          choose={choice.choose}
          reset={choice.reset}
        />
      </TableBar>
      {page.error && (
        <Alert
          type="error"
          showIcon
          title={t('table.failed')}
          description={errorText(page.error)}
          action={<Button onClick={() => void page.refetch()}>{t('screen.again')}</Button>}
        />
      )}
      {isPhone && (
        <PhoneRows<Row>
          label={description.title}
          rows={lines}
          columns={shownColumns}
          rowKey={rowKey}
          nameOf={nameOf}
          empty={empty}
          onOpen={rowOpening.open}
          actions={description.rowActions?.length ? rowActions : undefined}
          selection={
            batchActions.length > 0
              ? {
                  has: isChosen,
                  toggle: (line) => {
                    const now = lines.filter(isChosen)
                    choose(isChosen(line) ? now.filter((one) => one !== line) : [...now, line])
                  },
                }
              : undefined
          }
          paging={{
            page: url.page,
            size: pageSize,
            total,
            onChange: (next) =>
              url.setPaging({ page: next === 1 ? undefined : next, [ROW_PARAMETER]: undefined }),
          }}
        />
      )}
      <div className="table-body" ref={bodyRef}>
        {!isPhone && (
          <Table<Row>
            size="small"
            aria-label={description.title}
            components={{ header: { table: HeadTable } }}
            rowKey={rowKey}
            columns={drawn}
            tableLayout="fixed"
            dataSource={[...lines]}
            onChange={change}
            scroll={{ x: widthOf(drawn) + selectionPx, y: body.height }}
            rowClassName={(row) =>
              `${rowOpening.open ? 'table-row-open' : ''} ${description.rowClassName?.(row) ?? ''}`
            }
            onRow={rowOpening.propsOf}
            {...(batchActions.length > 0 && {
              rowSelection: {
                selectedRowKeys: lines.filter(isChosen).map(rowKey),
                onChange: (_keys: unknown, now: Row[]) => choose(now),
                columnWidth: SELECTION_PX,
                getTitleCheckboxProps: () => ({ 'aria-label': t('table.selectAll') }) as object,
                onCell: () => ({ onClick: (event: { stopPropagation(): void }) => event.stopPropagation() }),
                getCheckboxProps: (row: Row) =>
                  ({
                    'aria-label': t('table.select', { row: nameOf(row) }),
                    indeterminate: !isChosen(row) && rowsOf(row).some((one) => chosen.has(rowKey(one))),
                  }) as object,
              },
            })}
            locale={{ emptyText: empty }}
            pagination={{
              current: url.page,
              pageSize,
              total,
              showSizeChanger: true,
              pageSizeOptions: [...(description.pageSizes ?? PAGE_SIZES)],
              showQuickJumper: total > pageSize * PAGES_TO_JUMP,
              showTotal: totalText,
              itemRender: (_page, kind, drawn) =>
                kind === 'prev' || kind === 'next'
                  ? cloneElement(drawn as ReactElement<{ 'aria-label': string }>, {
                      'aria-label': t(kind === 'prev' ? 'table.previousPage' : 'table.nextPage'),
                    })
                  : drawn,
            }}
          />
        )}
        {foot && <div className="table-foot">{foot}</div>}
      </div>
      {rowOpening.opened.key !== undefined && (
        <RowPanel<Row>
          description={description}
          opened={rowOpening.opened}
          nameOf={nameOf}
          pressing={pressing}
          step={rowOpening.step}
          close={rowOpening.close}
          ref={rowOpening.titleRef}
        />
      )}
      {forms.form && (
        <FormDialog
          description={forms.form}
          onClose={forms.close}
          onOutdated={onChanged}
          onSaved={(saved) => {
            forms.close()
            notify.success(saved)
            if (forms.isOfMany) onBatchDone()
            else onChanged()
          }}
        />
      )}
    </section>
  )
}

/** antd draws the head as a table of its own, over the one that scrolls. */
function HeadTable(props: ComponentProps<'table'>) {
  const t = useText('shell')
  return <table {...props} aria-label={t('table.head')} />
}

function RowActions<Row>(props: {
  description: TableDescription<Row>
  row: Row
  of: string
  pressing: Pressing
}) {
  const { description, row, of, pressing } = props
  const actions: readonly TableAction<Row>[] = description.rowActions ?? []
  return (
    <span className="table-row-actions">
      {actions.map(
        (action) =>
          !action.inMenu && (
            <ActionButton key={action.key} action={action} target={row} of={of} kind="link" {...pressing} />
          ),
      )}
      <MoreActions actions={actions.filter(({ inMenu }) => inMenu)} target={row} of={of} {...pressing} />
    </span>
  )
}
