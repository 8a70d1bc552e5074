import type { Database } from 'better-sqlite3'
import { type ArchivedTable, newestPositions } from '../store/archive-positions.ts'
import { type ArchivedShape, columnList, SHAPES } from './archived-columns.ts'
import type { CellValue } from './copy-text.ts'

/** Rows of one batch, and characters of its texts: what is held in memory. */
export const BATCH_ROWS = 5000
const TEXT_MOST = 4_000_000

/** Rows that changed after a position, in the order of their changes, and how far the archive has come with them. */
export type Batch = { shape: ArchivedShape; rows: CellValue[][]; position: number }

/** The next rows of a table after a position; undefined when there are none and the position stays. */
export function readBatch(
  db: Database,
  table: ArchivedTable,
  after: number,
  rowsMost = BATCH_ROWS,
): Batch | undefined {
  const shape = SHAPES[table]
  const at = shape.columns.findIndex(({ name }) => name === shape.position)
  // One snapshot: what is numbered up to `newest` and not among the rows is there no more.
  return db.transaction(() => {
    const newest = newestPositions(db)[table]
    if (newest <= after) return undefined
    const found = db
      .prepare(
        `SELECT ${columnList(shape)} FROM ${table} WHERE ${shape.position} > ? ORDER BY ${shape.position} LIMIT ?`,
      )
      .raw()
      .iterate(after, rowsMost) as IterableIterator<CellValue[]>
    const rows: CellValue[][] = []
    let text = 0
    let isWhole = true
    for (const row of found) {
      rows.push(row)
      for (const value of row) if (typeof value === 'string') text += value.length
      if (text >= TEXT_MOST || rows.length === rowsMost) {
        isWhole = false
        break
      }
    }
    return { shape, rows, position: isWhole ? newest : Number(rows.at(-1)![at]) }
  })()
}
