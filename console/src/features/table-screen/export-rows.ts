import { saveFile } from '../player/snapshot.ts'
import { cellsOf, fileColumns } from './cell-values.ts'
import type { Column, TablePage } from './table-screen-types.ts'
import { openXlsx } from './xlsx-file.ts'

/** Rows of one file. More go into further files: a sheet of more is more than a browser holds. */
export const ROWS_A_FILE = 100_000

export type ExportJob<Row> = {
  title: string
  fileName: string
  columns: readonly Column<Row>[]
  /** One page, from 1 on; `next` is the mark of the page before. */
  fetchPage(page: number, next: string | undefined, signal: AbortSignal): Promise<TablePage<Row>>
}

export type ExportProgress = { rows: number; total: number }

/**
 * Loads page after page and saves the rows as Excel files; the page stays usable, the files are made by a worker.
 * Answers how many rows were saved. Rejects as the calls do, and with the signal's reason when cancelled.
 */
export async function exportRows<Row>(
  job: ExportJob<Row>,
  signal: AbortSignal,
  onProgress: (progress: ExportProgress) => void,
): Promise<number> {
  const pages = pagesOf(job, signal)
  let rows = 0
  for (let part = 1, more = true; more; part++) {
    const file = openXlsx(job.title, fileColumns(job.columns))
    try {
      let inFile = 0
      more = false
      while (!more) {
        const { value: page, done } = await pages.next()
        if (done) break
        file.add(page.list.map((row) => cellsOf(job.columns, row)))
        inFile += page.list.length
        rows += page.list.length
        onProgress({ rows, total: Math.max(page.total, rows) })
        more = inFile >= ROWS_A_FILE && rows < page.total
      }
      const blob = await file.finish()
      signal.throwIfAborted()
      saveFile(blob, part === 1 && !more ? `${job.fileName}.xlsx` : `${job.fileName}_${part}.xlsx`)
    } finally {
      file.close()
    }
  }
  return rows
}

/** Pages up to the last one. `for await` would end it with the first file. */
async function* pagesOf<Row>(job: ExportJob<Row>, signal: AbortSignal): AsyncGenerator<TablePage<Row>, void> {
  let next: string | undefined
  let rows = 0
  for (let number = 1; ; number++) {
    const page = await job.fetchPage(number, next, signal)
    signal.throwIfAborted()
    rows += page.list.length
    yield page
    const byMarks = next !== undefined || page.next !== undefined
    next = page.next
    const isLast = byMarks ? next === undefined : rows >= page.total
    if (page.list.length === 0 || isLast) return
  }
}
