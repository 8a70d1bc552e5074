import type { Worker } from 'node:worker_threads'
import { moduleExtension, startWorker } from '../../../kernel/worker-url.ts'
import type { Answers, FromReader, Question, ReaderSetup, ToReader } from './reader-messages.ts'

/** Searches and counts over many alarms: a thread of its own that starts when it is first needed. */
export type AlarmReader = AsyncDisposable & {
  /** Answers from the rows committed at the moment of asking. */
  ask<Q extends Question>(question: Q): Promise<Answers[Q['kind']]>
  /** Whether alarms that start at a moment or later are to be had by asking only: the database has not all of them. */
  isNeeded(fromMs: number): boolean
  /** Has it read the alarms before anybody waits for it. */
  warm(): void
}

type Waiting = { resolve: (answer: never) => void; reject: (error: Error) => void }

/** `failed`: makes the error to reject with of one that a query met. */
export function createAlarmReader(
  file: string,
  failed: (error: unknown) => unknown = (error) => error,
): AlarmReader {
  let running: { worker: Worker; ended: Promise<void> } | undefined
  let closed = false
  let nextId = 1
  const waiting = new Map<number, Waiting>()

  const failAll = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  const start = () => {
    const url = new URL(`./reader-worker${moduleExtension(import.meta.url)}`, import.meta.url)
    const worker = startWorker(url, { workerData: { file } satisfies ReaderSetup })
    worker.on('message', (reply: FromReader) => {
      const asked = waiting.get(reply.id)
      waiting.delete(reply.id)
      if ('error' in reply) {
        const error = Object.assign(new Error(`alarm reader: ${reply.error}`), { code: reply.code })
        asked?.reject(failed(error) as Error)
      } else asked?.resolve(reply.answer as never)
    })
    // The next question gets a new worker.
    worker.on('error', (error) => {
      if (running?.worker === worker) running = undefined
      failAll(error)
    })
    const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
    return { worker, ended }
  }
  const tell = (message: ToReader) => {
    if (closed) throw new Error('The alarm reader is closed.')
    running ??= start()
    running.worker.postMessage(message)
  }

  return {
    ask: <Q extends Question>(question: Q) =>
      new Promise<Answers[Q['kind']]>((resolve, reject) => {
        const id = nextId++
        tell({ kind: 'ask', id, question })
        waiting.set(id, { resolve, reject })
      }),
    isNeeded: () => false,
    warm() {
      if (!running && !closed) tell({ kind: 'warm' })
    },
    async [Symbol.asyncDispose]() {
      closed = true
      running?.worker.postMessage({ kind: 'end' } satisfies ToReader)
      await running?.ended
      failAll(new Error('The alarm reader is closed.'))
    },
  }
}
