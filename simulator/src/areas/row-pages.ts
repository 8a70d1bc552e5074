/** Rows by a text or a number of theirs; equal ones keep their order. */
export function sortedBy<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string | number,
  order: 'asc' | 'desc' = 'asc',
): Row[] {
  const turn = order === 'desc' ? -1 : 1
  return [...rows].sort((a, b) => turn * compareKeys(keyOf(a), keyOf(b)))
}

function compareKeys(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a).localeCompare(String(b))
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
