import type { CellValue, Column } from './table-screen-types.ts'

/** A column as a file or a print has it. */
export type FileColumn = { title: string; widthPx: number }

const USUAL_PX = 140

export function fileColumns<Row>(columns: readonly Column<Row>[]): FileColumn[] {
  return columns.map(({ title, unit, width = USUAL_PX }) => ({
    title: unit === undefined ? title : `${title} (${unit})`,
    widthPx: width,
  }))
}

/** The values of a row in the order of the columns. */
export function cellsOf<Row>(columns: readonly Column<Row>[], row: Row): CellValue[] {
  return columns.map((column) => (column.cell ? column.cell(row) : plainOf(column.render(row))))
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
