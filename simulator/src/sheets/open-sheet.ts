import { moduleExtension, startWorker } from '../kernel/worker-url.ts'
import { SheetFault, type SheetLimits, type SheetRow } from './sheet-fault.ts'
import type { SheetAnswer, SheetWork } from './sheet-worker.ts'

/** A file that takes longer to read is not worth it. */
const READ_MS = 20_000
const MEMORY_MB = 256

/**
 * Reads a spreadsheet in a thread of its own, with little memory and little time: a file that is made to hurt hurts
 * nobody else. Rejects with a SheetFault.
 */
export async function openSheet(bytes: Uint8Array, limits: SheetLimits): Promise<SheetRow[]> {
  const url = new URL(`./sheet-worker${moduleExtension(import.meta.url)}`, import.meta.url)
  const worker = startWorker(url, {
    workerData: { bytes, limits } satisfies SheetWork,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    const answer = await new Promise<SheetAnswer>((resolve, reject) => {
      timer = setTimeout(() => resolve({ fault: 'sheetTooLarge' }), READ_MS)
      worker.once('message', resolve)
      worker.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve({ fault: 'sheetTooLarge' })
        else reject(error)
      })
      worker.once('exit', () => resolve({ fault: 'sheetBroken' }))
    })
    if ('fault' in answer) throw new SheetFault(answer.fault)
    return answer.rows
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
