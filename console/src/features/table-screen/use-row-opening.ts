import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useMemo, useRef } from 'react'
import { onFreeEscape } from '../../components/close-dialog.ts'
import { useStable } from '../../components/use-stable.ts'
import { isClickForRow, moveOf } from './row-keys.ts'
import type { RowEvents, TableDescription, TableHandle } from './table-screen-types.ts'
import { type OpenRow, useOpenRow } from './use-open-row.ts'
import type { TableFilters } from './use-table-filters.ts'
import type { useTablePage } from './use-table-page.ts'

type RowOpening<Row> = {
  opened: OpenRow<Row>
  /** Undefined where rows open nothing. */
  open: ((row: Row) => void) | undefined
  /** Mouse and keys of a row; undefined where rows open nothing. */
  events: RowEvents<Row> | undefined
  /** Goes to the row before or after the open one. */
  step: (by: -1 | 1) => void
  close: () => void
  titleRef: RefObject<HTMLHeadingElement | null>
}

/**
 * Opens the rows of a table by mouse and keys: Enter and Space open, a second time they lead into the panel; arrows go to
 * the next row, the panel with them; Escape closes it.
 */
export function useRowOpening<Row extends object>(of: {
  description: TableDescription<Row>
  table: ReturnType<typeof useTablePage<Row>>
  lines: readonly Row[]
  filters: TableFilters
  handle: RefObject<TableHandle<Row> | null>
  bodyRef: RefObject<HTMLElement | null>
}): RowOpening<Row> {
  const { description, table, lines, filters, handle, bodyRef } = of
  const { rowKey, onRowOpen, onRowKey, details } = description
  const { rows } = table
  const opened = useOpenRow(description, table, filters, handle)
  const titleRef = useRef<HTMLHeadingElement>(null)
  const isOpen = opened.key !== undefined

  const elementOf = (key: string) =>
    bodyRef.current?.querySelector<HTMLElement>(`tr[data-row-key="${CSS.escape(key)}"]`)
  const focusRow = (row: Row) => {
    const element = elementOf(rowKey(row))
    element?.focus({ preventScroll: true })
    element?.scrollIntoView({ block: 'nearest' })
  }
  const closeRow = () => {
    const element = opened.key === undefined ? undefined : elementOf(opened.key)
    opened.close()
    element?.focus({ preventScroll: true })
  }
  const latest = useRef(closeRow)
  latest.current = closeRow
  useEffect(() => (isOpen ? onFreeEscape(() => latest.current()) : undefined), [isOpen])

  /** With the focus in the list it goes along; in the panel it stays there. */
  const step = async (by: -1 | 1, inList: boolean) => {
    const next = await opened.step(by)
    if (!next) return
    if (inList) focusRow(next)
    else elementOf(rowKey(next))?.scrollIntoView({ block: 'nearest' })
  }
  const walk = (row: Row, by: -1 | 1) => {
    if (opened.key === rowKey(row)) {
      void step(by, true)
      return
    }
    const next = lines[lines.findIndex((one) => rowKey(one) === rowKey(row)) + by]
    if (!next) return
    focusRow(next)
    if (isOpen) opened.show(next)
  }
  const open = onRowOpen ? (row: Row) => onRowOpen(row, rows) : details === false ? undefined : opened.show

  const onClick = useStable((event: MouseEvent<HTMLElement>, row: Row) => {
    const { target, currentTarget } = event
    if (isClickForRow<Element>(target as Element, currentTarget, String(getSelection() ?? ''))) open?.(row)
  })
  const onKeyDown = useStable((event: KeyboardEvent<HTMLElement>, row: Row) => {
    onRowKey?.(event, row)
    if (event.defaultPrevented || event.target !== event.currentTarget) return
    const move = moveOf(event)
    if (move === undefined) return
    // The opened dialog takes the focus at once: without this the same key presses its close button.
    event.preventDefault()
    if (move === 'open' && opened.key === rowKey(row)) titleRef.current?.focus()
    else if (move === 'open') open?.(row)
    else walk(row, move === 'next' ? 1 : -1)
  })
  const events = useMemo(() => ({ onClick, onKeyDown }), [onClick, onKeyDown])

  return {
    opened,
    open,
    step: (by) => void step(by, false),
    close: closeRow,
    titleRef,
    events: open && events,
  }
}
