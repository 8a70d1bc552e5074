/// <reference lib="webworker" />
import writeXlsx from 'write-excel-file/universal'
import type { FileColumn } from './cell-values.ts'
import type { CellValue } from './table-screen-types.ts'
import { addRows, columnWidths, linkOptions, openSheet, type XlsxSheet } from './xlsx-sheet.ts'

/** Makes one Excel file away from the page: rows come in page by page, the file goes out at the end. */

export type ToXlsx =
  | { kind: 'begin'; sheet: string; columns: readonly FileColumn[]; zoneMinutes: number }
  | { kind: 'rows'; rows: readonly (readonly CellValue[])[] }
  | { kind: 'end' }
export type FromXlsx = { kind: 'file'; file: Blob } | { kind: 'failed'; message: string }

let begun: { sheet: XlsxSheet; name: string; columns: readonly FileColumn[] } | undefined

self.addEventListener('message', ({ data }: MessageEvent<ToXlsx>) => {
  if (data.kind === 'begin') {
    const { columns, zoneMinutes, sheet } = data
    begun = { sheet: openSheet(columns, zoneMinutes), name: sheet, columns }
  } else if (!begun) tell({ kind: 'failed', message: 'rows before the beginning' })
  else if (data.kind === 'rows') addRows(begun.sheet, data.rows)
  else finish(begun).catch((error: unknown) => tell({ kind: 'failed', message: String(error) }))
})

async function finish({ sheet, name, columns }: NonNullable<typeof begun>): Promise<void> {
  const options = { sheet: name, stickyRowsCount: 1, columns: columnWidths(columns) }
  tell({ kind: 'file', file: await writeXlsx(sheet.rows, options, linkOptions(sheet.links)).toBlob() })
}

function tell(message: FromXlsx): void {
  self.postMessage(message)
}
