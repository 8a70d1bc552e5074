import type { Worker } from 'node:worker_threads'
import { moduleExtension, startWorker } from '../kernel/worker-url.ts'
import type { CheckpointAnswer, WriterSetup } from './writer-messages.ts'

/** Row changes after which the log is copied: some 4 to 7 MB of it. */
const CHANGES_BETWEEN = 1000

export type Checkpointer = AsyncDisposable & {
  /** Rows were changed and committed. */
  committed(changes: number): void
}

/**
 * Has the log copied into the database by a thread of its own, which starts when there is something to copy: no commit
 * waits for the disk then. `onFailure`: storage did not allow a copying, a later one may succeed. `onError`: the thread
 * ended, once.
 */
export function createCheckpointer(
  file: string,
  onFailure: (error: { code: string; message: string }) => void,
  onError: (error: Error) => void,
): Checkpointer {
  let worker: Worker | undefined
  let ended: Promise<unknown> | undefined
  let changed = 0
  let isCopying = false

  const start = (): Worker => {
    const url = new URL(`./checkpoint-worker${moduleExtension(import.meta.url)}`, import.meta.url)
    const started = startWorker(url, { workerData: { file } satisfies WriterSetup })
    started.on('error', onError)
    ended = new Promise((resolve) => started.once('exit', resolve))
    started.on('message', ({ failed }: CheckpointAnswer) => {
      isCopying = false
      if (failed) onFailure(failed)
      copy()
    })
    return started
  }
  const copy = () => {
    if (isCopying || changed < CHANGES_BETWEEN) return
    isCopying = true
    changed = 0
    worker ??= start()
    worker.postMessage('copy')
  }
  return {
    committed(changes) {
      changed += changes
      copy()
    },
    async [Symbol.asyncDispose]() {
      isCopying = true
      worker?.postMessage('end')
      await ended
    },
  }
}
