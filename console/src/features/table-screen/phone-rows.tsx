import { Checkbox, Pagination } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '../../language/language.ts'
import { drawn } from './cell-values.ts'
import { RowActions } from './row-actions.tsx'
import type { Pressing } from './table-bar.tsx'
import type { Column, TableAction } from './table-screen-types.ts'
import './phone-rows.css'

type PhoneRowsProps<Row> = {
  label: string
  rows: readonly Row[]
  /** The first one names the card. */
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  nameOf: (row: Row) => string
  /** In place of rows, when there are none. */
  empty: ReactNode
  onOpen?: ((row: Row) => void) | undefined
  actions: readonly TableAction<Row>[] | undefined
  pressing: Pressing
  selection?: { has(row: Row): boolean; toggle(row: Row): void } | undefined
  paging: { page: number; size: number; total: number; onChange(page: number): void }
}

/** Rows of a table on a phone: a card for each, with the columns below each other. */
export function PhoneRows<Row extends object>(props: PhoneRowsProps<Row>) {
  const { label, rows, columns, rowKey, nameOf, empty, onOpen, actions, pressing, selection, paging } = props
  const t = useText('shell')
  const [first, ...others] = columns
  return (
    <section className="phone-rows" aria-label={label}>
      {rows.length === 0 && empty}
      {rows.map((row) => (
        <article key={rowKey(row)} className="phone-row">
          <header>
            {selection && (
              <Checkbox
                checked={selection.has(row)}
                aria-label={t('table.select', { row: nameOf(row) })}
                onChange={() => selection.toggle(row)}
              />
            )}
            {onOpen ? (
              <button type="button" className="phone-row-open" onClick={() => onOpen(row)}>
                {first && drawn(first, row)}
              </button>
            ) : (
              <strong>{first && drawn(first, row)}</strong>
            )}
          </header>
          <dl>
            {others.map((column) => {
              const value = drawn(column, row)
              return value === '–' || value === undefined || value === null ? null : (
                <div key={column.key}>
                  <dt>{column.title}</dt>
                  <dd>{value}</dd>
                </div>
              )
            })}
          </dl>
          {actions && (
            <footer>
              <RowActions actions={actions} row={row} of={nameOf(row)} pressing={pressing} />
            </footer>
          )}
        </article>
      ))}
      {paging.total > paging.size && (
        <Pagination
          simple
          current={paging.page}
          pageSize={paging.size}
          total={paging.total}
          showSizeChanger={false}
          onChange={paging.onChange}
        />
      )}
    </section>
  )
}
