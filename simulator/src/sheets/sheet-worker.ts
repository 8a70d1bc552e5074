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
    // Whatever else a broken file makes of its reader, it is the file that is broken.
    return { fault: error instanceof SheetFault ? error.key : 'sheetBroken' }
  }
}
parentPort!.postMessage(answer())
