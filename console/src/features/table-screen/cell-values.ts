import type { ReactNode } from 'react'
import { formatTime } from '../../platform/clock.ts'
import type { CellValue, Column, ColumnLook } from './table-screen-types.ts'

/** A column as a file or a print has it. */
export type FileColumn = { title: string; widthPx: number }

const USUAL_PX = 140

export function fileColumns(columns: readonly ColumnLook[]): FileColumn[] {
  return columns.map(({ title, unit, width = USUAL_PX }) => ({
    title: unit === undefined ? title : `${title} (${unit})`,
    widthPx: width,
  }))
}

const NOTHING = '–'

/** A row's value in a column. */
export function drawn<Row>(column: Column<Row>, row: Row): ReactNode {
  if (column.render) return column.render(row)
  const value: unknown = row[column.key]
  if (column.time) return value ? formatTime(Number(value)) : NOTHING
  return typeof value === 'number' ? value : String(value ?? '') || NOTHING
}

function cellOf<Row>(column: Column<Row>, row: Row): CellValue {
  if (column.cell) return column.cell(row)
  if (!column.time) return plainOf(drawn(column, row))
  const seconds = row[column.key]
  return seconds ? { date: Number(seconds) } : ''
}

/** The values of a row in the order of the columns. */
export function cellsOf<Row>(columns: readonly Column<Row>[], row: Row): CellValue[] {
  return columns.map((column) => cellOf(column, row))
}

/** Texts that name a row for who hears it. */
const NAME_TEXTS = 2

/**
 * Name of a row: its first texts and moments, as its columns have them. Its key where it has none. Links are not used.
 */
export function rowName<Row>(
  columns: readonly Column<Row>[],
  row: Row,
  key: string,
  timeText: (seconds: number) => string,
): string {
  const texts = cellsOf(columns, row)
    .filter((value) => typeof value !== 'number' && !isLink(value))
    .map((value) => cellText(value, timeText).trim())
    .filter((text) => /[\p{L}\p{N}]/u.test(text))
  return texts.slice(0, NAME_TEXTS).join(', ') || key
}

const isLink = (value: CellValue) => typeof value === 'object' && value !== null && 'href' in value

/** Rendered value, when that is text or a number; else none. */
function plainOf(drawn: unknown): CellValue {
  return typeof drawn === 'string' || typeof drawn === 'number' ? drawn : undefined
}

/** A value as text, for prints. */
export function cellText(value: CellValue, timeText: (seconds: number) => string): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return String(value)
  if ('number' in value) return value.number.toFixed(value.decimals)
  return 'date' in value ? timeText(value.date) : value.href
}
