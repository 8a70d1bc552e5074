import { platformZoneMinutes } from '../../platform/clock.ts'
import type { FileColumn } from './cell-values.ts'
import type { CellValue } from './table-screen-types.ts'
import type { FromXlsx, ToXlsx } from './xlsx-worker.ts'

/** An Excel file that is made by a worker of its own. To be closed, whether it was finished or not. */
export type XlsxFile = {
  close(): void
  add(rows: readonly (readonly CellValue[])[]): void
  finish(): Promise<Blob>
}

export function openXlsx(sheet: string, columns: readonly FileColumn[]): XlsxFile {
  const worker = new Worker(new URL('./xlsx-worker.ts', import.meta.url), { type: 'module' })
  const made = new Promise<Blob>((resolve, reject) => {
    worker.onerror = ({ message }) => reject(new Error(`xlsx: ${message}`))
    worker.onmessage = ({ data }: MessageEvent<FromXlsx>) => {
      if (data.kind === 'file') resolve(data.file)
      else reject(new Error(`xlsx: ${data.message}`))
    }
  })
  // A cancelled export does not wait for it.
  made.catch(() => {})
  const tell = (message: ToXlsx) => worker.postMessage(message)
  tell({ kind: 'begin', sheet: sheetName(sheet), columns, zoneMinutes: platformZoneMinutes() })
  return {
    add: (rows) => tell({ kind: 'rows', rows }),
    finish() {
      tell({ kind: 'end' })
      return made
    },
    close: () => worker.terminate(),
  }
}

/** Excel takes 31 characters, and none of these. */
function sheetName(name: string): string {
  return name.replace(/[\\/?*:[\]]/g, '-').slice(0, 31)
}
