/** Thread that reads one spreadsheet and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { readSheet } from './read-sheet.ts'
import { SheetFault, type SheetFaultKey, type SheetLimits, type SheetRow } from './sheet-fault.ts'

export type SheetWork = { bytes: Uint8Array; limits: SheetLimits }
export type SheetAnswer = { rows: SheetRow[] } | { fault: SheetFaultKey }

const { bytes, limits } = workerData as SheetWork
const answer = (): SheetAnswer => {
  try {
    return { rows: readSheet(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), limits) }
  } catch (error) {
    // Any other error in the reader also means that the file is broken.
    return { fault: error instanceof SheetFault ? error.key : 'sheetBroken' }
  }
}
parentPort!.postMessage(answer())
