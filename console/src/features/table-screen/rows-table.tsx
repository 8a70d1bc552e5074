import { isValidElement, memo, type ReactNode, useEffect, useRef } from 'react'
import { useText } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import { drawn, rowName } from './cell-values.ts'
import { type DrawnColumn, widthOf } from './column-widths.ts'
import { RowActions } from './row-actions.tsx'
import type { Pressing } from './table-bar.tsx'
import type { RowEvents, SortOrder, TableDescription } from './table-screen-types.ts'
import type { SelectedLines } from './use-selection.ts'
import './rows-table.css'

export const SELECTION_PX = 38

type Sort = { key: string; order: SortOrder }

type LineProps<Row> = {
  description: TableDescription<Row>
  columns: readonly DrawnColumn<Row>[]
  pressing: Pressing
  /** Undefined where rows open nothing. */
  events: RowEvents<Row> | undefined
  /** Undefined where rows cannot be selected. */
  onSelect: ((rows: readonly Row[], selected: boolean) => void) | undefined
}

type Props<Row> = LineProps<Row> & {
  rows: readonly Row[]
  /** Other rows from here on, which begin at the top again. */
  page: number
  sort: Sort | undefined
  onSort: (next: Sort | undefined) => void
  selected: SelectedLines
  openKey: string | undefined
  /** In place of rows, when there are none. */
  empty: ReactNode
}

/**
 * The rows of a page below a head that stays in sight. Plain elements: a screen of antd's table takes several times as
 * long to appear (docs/decisions/0028-plain-table.md).
 */
export function RowsTable<Row extends object>(props: Props<Row>) {
  const { rows, page, sort, onSort, selected, openKey, empty, ...line } = props
  const { description, columns, events, onSelect } = line
  const t = useText('shell')
  const scrolled = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a page
  useEffect(() => {
    if (scrolled.current) scrolled.current.scrollTop = 0
  }, [page])
  const minWidth = widthOf(columns) + (onSelect ? SELECTION_PX : 0)
  return (
    // Rows that open take the focus; others are scrolled by keys all the same.
    <div className="rows-scroll" ref={scrolled} tabIndex={events && rows.length > 0 ? undefined : 0}>
      <table className="rows-table" aria-label={description.title} style={{ minWidth }}>
        <colgroup>
          {onSelect && <col style={{ width: SELECTION_PX }} />}
          {columns.map(({ key, width }) => (
            <col key={key} style={{ width }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            {onSelect && (
              <th scope="col" className="rows-select">
                <Box
                  label={t('table.selectAll')}
                  state={
                    rows.length > 0 && selected.whole.size === rows.length
                      ? true
                      : selected.whole.size + selected.partly.size > 0
                        ? 'partly'
                        : false
                  }
                  onChange={(isOn) => onSelect(rows, isOn)}
                />
              </th>
            )}
            {columns.map((column) => (
              <Head
                key={column.key}
                column={column}
                order={sort?.key === column.key ? sort.order : undefined}
                onSort={onSort}
              />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const key = description.rowKey(row)
            return (
              <Line
                key={key}
                row={row}
                selected={selected.whole.has(key) ? true : selected.partly.has(key) ? 'partly' : false}
                isOpen={openKey === key}
                {...line}
              />
            )
          })}
        </tbody>
      </table>
      {rows.length === 0 && <div className="rows-empty">{empty}</div>}
    </div>
  )
}

function LineOf<Row>(props: LineProps<Row> & { row: Row; selected: Selected; isOpen: boolean }) {
  const { description, columns, pressing, events, onSelect, row, selected, isOpen } = props
  const t = useText('shell')
  const key = description.rowKey(row)
  const name = rowName(description.columns, row, key, formatTime)
  return (
    <tr
      data-row-key={key}
      className={`${events ? 'table-row-open' : ''} ${selected === true ? 'rows-selected' : ''} ${description.rowClassName?.(row) ?? ''}`}
      {...(isOpen && { 'aria-current': 'true' as const })}
      {...(events && {
        tabIndex: 0,
        onClick: (event) => events.onClick(event, row),
        onKeyDown: (event) => events.onKeyDown(event, row),
      })}
    >
      {onSelect && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: a press beside the box is not for the row
        <td className="rows-select" onClick={(event) => event.stopPropagation()}>
          <Box
            label={t('table.select', { row: name })}
            state={selected}
            onChange={(isOn) => onSelect([row], isOn)}
          />
        </td>
      )}
      {columns.map(({ key, of, fixed }) => {
        if (!of) {
          return (
            <td key={key} className={fixed && 'rows-end'}>
              <RowActions actions={description.rowActions ?? []} row={row} of={name} pressing={pressing} />
            </td>
          )
        }
        const value = drawn(of, row)
        return (
          <td key={key} title={titleOf(value)} style={of.align && { textAlign: of.align }}>
            {value}
          </td>
        )
      })}
    </tr>
  )
}

const Line = memo(LineOf) as typeof LineOf

/** The whole text of a cell, whose end may not be seen: what is written in it and in its elements. */
function titleOf(value: ReactNode): string | undefined {
  return textIn(value).replace(/\s+/g, ' ').trim() || undefined
}

function textIn(node: unknown): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (Array.isArray(node)) return node.map(textIn).join(' ')
  return isValidElement<{ children?: unknown }>(node) ? textIn(node.props.children) : ''
}

const NEXT: Readonly<Record<SortOrder, SortOrder | undefined>> = { asc: 'desc', desc: undefined }

function Head<Row>(props: {
  column: DrawnColumn<Row>
  order: SortOrder | undefined
  onSort: (next: Sort | undefined) => void
}) {
  const { column, order, onSort } = props
  const { key, title, of, fixed } = column
  const style = of?.align && { textAlign: of.align }
  if (!of?.sortable) {
    return (
      <th scope="col" className={fixed && 'rows-end'} title={title} style={style}>
        {title}
      </th>
    )
  }
  const sortIt = () => {
    const next = order ? NEXT[order] : 'asc'
    onSort(next && { key, order: next })
  }
  return (
    <th
      scope="col"
      style={style}
      aria-sort={order === 'asc' ? 'ascending' : order === 'desc' ? 'descending' : 'none'}
    >
      <button type="button" className="rows-sort" title={title} onClick={sortIt}>
        <span>{title}</span>
        <i className="rows-order" data-order={order} />
      </button>
    </th>
  )
}

type Selected = boolean | 'partly'

function Box({
  label,
  state,
  onChange,
}: {
  label: string
  state: Selected
  onChange: (on: boolean) => void
}) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = state === 'partly'
  }, [state])
  return (
    <input
      ref={box}
      type="checkbox"
      checked={state === true}
      aria-label={label}
      onChange={() => onChange(state !== true)}
    />
  )
}
