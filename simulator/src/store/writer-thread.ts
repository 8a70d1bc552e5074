import type { Worker } from 'node:worker_threads'
import type { ReusedPart } from '../kernel/reused-parts.ts'
import { startWorker } from '../kernel/worker-url.ts'
import type { ToWriter } from './writer-messages.ts'

/** A thread that writes one database after the other. */
export type WriterThread = ReusedPart & { worker: Worker; post(message: ToWriter): void }

export function startWriterThread(module: URL): WriterThread {
  const worker = startWorker(module)
  let isDead = false
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      isDead = true
      resolve()
    })
  })
  const post = (message: ToWriter) => worker.postMessage(message)
  return {
    worker,
    post,
    isDead: () => isDead,
    async [Symbol.asyncDispose]() {
      post({ kind: 'exit' })
      await ended
    },
  }
}
