import type { ArchivedShape } from './archived-columns.ts'

/** A value as SQLite gives it in the columns that are archived. */
export type CellValue = string | number | null

/**
 * Rows in the text format of COPY (PostgreSQL 15 documentation, COPY, "Text Format"): columns in the order of the
 * shape, tabs between, a line each. U+0000, which PostgreSQL cannot store, becomes U+2400 (␀).
 */
export function copyText({ columns }: ArchivedShape, rows: readonly (readonly CellValue[])[]): string {
  const isWhole = columns.map(({ type }) => type === 'bigint')
  let text = ''
  for (const row of rows) {
    for (let at = 0; at < row.length; at++) {
      if (at > 0) text += '\t'
      text += cell(row[at]!, isWhole[at] === true)
    }
    text += '\n'
  }
  return text
}

function cell(value: CellValue, isWhole: boolean): string {
  if (value === null) return '\\N'
  if (typeof value === 'number') return String(isWhole ? Math.round(value) : value)
  return SPECIAL.test(value) ? value.replace(EACH_SPECIAL, escaped) : value
}

const SPECIAL = /[\\\t\n\r\0]/
const EACH_SPECIAL = /[\\\t\n\r\0]/g
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\0': '\u2400',
}
const escaped = (letter: string) => ESCAPES[letter] ?? letter
