import { useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Pagination } from 'antd'
import {
  cloneElement,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useMemo,
  useRef,
} from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { useIsPhone } from '../../components/use-media-query.ts'
import { useStable } from '../../components/use-stable.ts'
import { errorText } from '../../language/error-text.ts'
import { useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { rowName } from './cell-values.ts'
import { leadingColumns, useColumnChoice, withoutSpare } from './column-choice.ts'
import { ColumnMenu } from './column-menu.tsx'
import { actionsWidth, drawnColumns, fitted } from './column-widths.ts'
import { FormDialog } from './form-dialog.tsx'
import { PhoneRows } from './phone-rows.tsx'
import { printTable } from './print-table.ts'
import { RowPanel } from './row-panel.tsx'
import { RowsTable, SELECTION_PX } from './rows-table.tsx'
import { type Pressing, TableBar } from './table-bar.tsx'
import { TableEmpty, TableSkeleton } from './table-empty.tsx'
import { TableExportButton } from './table-export.tsx'
import { TableFilterBar } from './table-filters.tsx'
import type { TableDescription, TableHandle } from './table-screen-types.ts'
import { ROW_PARAMETER } from './table-url.ts'
import { useActionForm } from './use-action-form.ts'
import { useBodyWidth } from './use-body-width.ts'
import { useRowOpening } from './use-row-opening.ts'
import { useSelection } from './use-selection.ts'
import { useTableFilters } from './use-table-filters.ts'
import { useTableHandle } from './use-table-handle.ts'
import { useTablePage } from './use-table-page.ts'
import './table-screen.css'

const PAGE_SIZES = [20, 50, 100, 200]
const PAGES_TO_JUMP = 8
/** From this width of the screen on the open row is beside the list, pixels. */
const BESIDE_PX = 1000
const NO_ROWS: readonly never[] = []

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
  const lines = useMemo(() => description.lines?.of(rows) ?? rows, [description, rows])
  useTableHandle(handle ?? own, table, lines)
  const choice = useColumnChoice(name, columns)
  const [bodyRef, body] = useBodyWidth()
  const queries = useQueryClient()
  const selection = useSelection(description, rows, lines)
  const shownColumns = columns.filter(({ key }) => choice.shown.has(key))
  const total = page.data?.total ?? 0
  const isLoading = page.isFetching && !page.data

  const onChanged = useStable(() => void queries.invalidateQueries({ queryKey: [name] }))
  const isPhone = useIsPhone()
  const onBatchDone = () => {
    selection.clear()
    onChanged()
  }
  const forms = useActionForm(description, rows)
  const nameOf = (row: Row) => rowName(columns, row, rowKey(row), formatTime)
  const openForm = useStable(forms.open)
  const pressing: Pressing = useMemo(() => ({ onChanged, openForm }), [onChanged, openForm])
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

  const selectionPx = batchActions.length > 0 ? SELECTION_PX : 0
  const spacePx = body.width - selectionPx
  const seenColumns = choice.chosen
    ? shownColumns
    : withoutSpare(shownColumns, spacePx - actionsWidth(description))
  const actionsTitle = t('table.actions')
  // The panel has the actions of its row.
  const isBeside = body.screenWidth >= BESIDE_PX && rowOpening.opened.key !== undefined
  const here = isBeside ? leadingColumns(shownColumns, spacePx) : seenColumns
  const keysHere = here.map(({ key }) => key).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the columns by their keys
  const drawn = useMemo(() => {
    const columns = drawnColumns(
      isBeside ? { ...description, rowActions: [] } : description,
      here,
      actionsTitle,
    )
    return fitted(columns, spacePx)
  }, [description, keysHere, isBeside, actionsTitle, spacePx])
  const onSort = useStable((next: typeof sort) =>
    url.setPaging({
      page: undefined,
      sort: next?.key,
      order: next?.order === 'asc' ? 'asc' : undefined,
      ...(url.page !== 1 && { [ROW_PARAMETER]: undefined }),
    }),
  )
  const onPage = (next: number, size: number) =>
    url.setPaging({
      page: next === 1 ? undefined : next,
      size: size === table.defaultPageSize ? undefined : size,
      ...(next !== url.page && { [ROW_PARAMETER]: undefined }),
    })
  // The screen stands before its rows, its paging and an open row, which are drawn in the background.
  const drawnRows = useDeferredValue<readonly Row[]>(lines, NO_ROWS)
  const isDrawn = useDeferredValue<boolean>(true, false)
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
        selection={selection.rows}
        onUnselect={selection.clear}
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
          actions={description.rowActions}
          pressing={pressing}
          selection={
            batchActions.length > 0
              ? {
                  has: (line) => selection.lines.whole.has(rowKey(line)),
                  toggle: (line) => selection.select([line], !selection.lines.whole.has(rowKey(line))),
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
          <>
            <RowsTable<Row>
              description={description}
              columns={drawn}
              rows={drawnRows}
              page={url.page}
              sort={sort}
              onSort={onSort}
              selected={selection.lines}
              onSelect={batchActions.length > 0 ? selection.select : undefined}
              openKey={rowOpening.opened.key}
              events={rowOpening.events}
              pressing={pressing}
              empty={rows.length > 0 ? <TableSkeleton /> : empty}
            />
            {isDrawn && (
              <Pagination
                className="table-paging"
                size="small"
                align="end"
                current={url.page}
                pageSize={pageSize}
                total={total}
                showSizeChanger
                pageSizeOptions={[...(description.pageSizes ?? PAGE_SIZES)]}
                showQuickJumper={total > pageSize * PAGES_TO_JUMP}
                showTotal={totalText}
                onChange={onPage}
                itemRender={(_page, kind, drawn) =>
                  kind === 'prev' || kind === 'next'
                    ? cloneElement(drawn as ReactElement<{ 'aria-label': string }>, {
                        'aria-label': t(kind === 'prev' ? 'table.previousPage' : 'table.nextPage'),
                      })
                    : drawn
                }
              />
            )}
          </>
        )}
        {foot && <div className="table-foot">{foot}</div>}
      </div>
      {isDrawn && rowOpening.opened.key !== undefined && (
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
