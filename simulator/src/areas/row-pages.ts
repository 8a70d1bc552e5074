/** So many texts are sorted as people do; more by their characters, in a tenth of the time. */
const COLLATED_UP_TO = 5000

/** Rows by a text or a number of theirs; equal ones keep their order. */
export function sortedBy<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | number,
  order: 'asc' | 'desc' = 'asc',
): Row[] {
  const turn = order === 'desc' ? -1 : 1
  const byText = rows.length <= COLLATED_UP_TO ? byLetters : byCharacters
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((a, b) => turn * compareKeys(a.key, b.key, byText))
    .map(({ row }) => row)
}

type Compare = (a: string, b: string) => number
const byLetters: Compare = (a, b) => a.localeCompare(b)
const byCharacters: Compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0)

function compareKeys(a: string | number, b: string | number, byText: Compare): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return byText(String(a), String(b))
}

/** One page of rows as the platform answers it. */
export function pageOfRows<Row, View>(
  rows: readonly Row[],
  { currentPage, pageSize }: { currentPage: number; pageSize: number },
  view: (row: Row) => View,
): { list: View[]; total: number; currentPage: number; pageSize: number } {
  const from = (currentPage - 1) * pageSize
  return { list: rows.slice(from, from + pageSize).map(view), total: rows.length, currentPage, pageSize }
}
