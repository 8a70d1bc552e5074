import type { ArchivedTable } from '../store/archive-positions.ts'

/** Rows outside lie in the table for all other times. */
const FIRST_YEAR = 2000
const LAST_YEAR = 2099

export type Month = { name: string; fromMs: number; toMs: number }

/** The month (UTC) of a moment; undefined outside 2000 to 2099. */
export function monthOf(ms: number): Month | undefined {
  const date = new Date(ms)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  if (!(year >= FIRST_YEAR && year <= LAST_YEAR)) return undefined
  return {
    name: `${year}_${String(month + 1).padStart(2, '0')}`,
    fromMs: Date.UTC(year, month),
    toMs: Date.UTC(year, month + 1),
  }
}

/** Months of moments, each once. */
export function monthsOf(moments: Iterable<number>): Month[] {
  const months = new Map<string, Month>()
  let last: Month | undefined
  for (const ms of moments) {
    if (last && ms >= last.fromMs && ms < last.toMs) continue
    last = monthOf(ms)
    if (last) months.set(last.name, last)
  }
  return [...months.values()]
}

/** The table of a month. */
export const monthTable = (table: ArchivedTable, { name }: Month): string => `${table}_${name}`
