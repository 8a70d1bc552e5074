import { once } from 'node:events'
import type { StoreFaults } from '../faults/store-faults.ts'
import { PlatformError } from '../http/platform-error.ts'
import { moduleExtension, startWorker } from '../worker-url.ts'
import { createCheckpointer } from './checkpointer.ts'
import { checkIntegrity, openForReading, openForWriting } from './database-file.ts'
import { SQLITE_FULL } from './group-commit.ts'
import { migrate } from './migrate.ts'
import type { Store, WriteArgs, WriteName, WriteResult } from './store.ts'
import { countTransaction, createStoreStats, timeReads } from './store-stats.ts'
import type { FromWriter, ToWriter, WriterJob, WriterReply, WriterSetup } from './writer-messages.ts'

/** What whoever wanted something kept is told when there is no room for it. */
const STORAGE_FULL = 'The disk of the platform is full: nothing was changed.'

type Waiting = { resolve: (value: unknown) => void; reject: (error: Error) => void }

/**
 * Opens (and brings up to date) a database file and starts its writer; writes may be given before that runs. `onFatal` is told once when the writer dies by
 * itself; all waiting writes then reject and later ones too. A full disk is none: what has no room rejects with `storageFull`. `faults` harm the disk. Throws a StartError when the file cannot be used.
 */
export async function createStore(
  file: string,
  onFatal: (error: Error) => void,
  faults?: StoreFaults,
): Promise<Store> {
  checkIntegrity(file)
  const setup = openForWriting(file)
  try {
    await migrate(setup, file)
  } finally {
    setup.close()
  }
  const worker = startWorker(new URL(`./writer-worker${moduleExtension(import.meta.url)}`, import.meta.url), {
    workerData: { file } satisfies WriterSetup,
  })
  const waiting = new Map<number, Waiting>()
  let fresh: WriterJob[] = []
  let nextId = 1
  let version = 0
  let state: 'open' | 'ending' | 'dead' = 'open'

  const die = (error: Error) => {
    if (state === 'dead') return
    const unexpected = state === 'open'
    state = 'dead'
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
    if (unexpected) onFatal(error)
  }
  worker.on('error', (error) =>
    die(new Error(`The database writer failed: ${error.message}`, { cause: error })),
  )
  worker.on('exit', () => die(new Error('The database writer has ended.')))
  const checkpointer = createCheckpointer(file, (error) =>
    die(new Error(`The database's log could not be copied: ${error.message}`, { cause: error })),
  )
  const read = openForReading(file)
  const stats = createStoreStats()
  timeReads(read, stats)
  worker.on('message', (message: FromWriter) => {
    if (message.kind !== 'replies') return
    version++
    if (state === 'open') checkpointer.committed(message.changes)
    countTransaction(stats, message.tookMs, message.replies.length, message.changes)
    for (const reply of message.replies) {
      if ('error' in reply) stats.refused++
      else stats.writes++
      settle(waiting, reply)
    }
  })
  const post = (message: ToWriter) => worker.postMessage(message)
  const flush = () => {
    if (fresh.length > 0) post({ kind: 'jobs', jobs: fresh })
    fresh = []
  }

  return {
    read,
    stats,
    queueDepth: () => waiting.size,
    version: () => version,
    isAlive: () => state === 'open',
    write<N extends WriteName>(name: N, args: WriteArgs<N>) {
      return new Promise<WriteResult<N>>((resolve, reject) => {
        if (state !== 'open')
          return reject(new PlatformError('unavailable', 'The platform is shutting down.'))
        const id = nextId++
        waiting.set(id, { resolve: resolve as Waiting['resolve'], reject })
        // One message for all writes of a turn of the event loop.
        const job =
          faults?.isQuiet === false ? { id, name, args, blow: faults.blowFor(name) } : { id, name, args }
        if (fresh.push(job) === 1) queueMicrotask(flush)
      })
    },
    async [Symbol.asyncDispose]() {
      const checkpointerEnded = checkpointer[Symbol.asyncDispose]()
      if (state === 'open') {
        flush()
        state = 'ending'
        const ended = once(worker, 'exit')
        await checkpointerEnded
        post({ kind: 'end' })
        await ended
      }
      await checkpointerEnded
      if (read.open) read.close()
    },
  }
}

function settle(waiting: Map<number, Waiting>, reply: WriterReply): void {
  const job = waiting.get(reply.id)
  if (!job) return
  waiting.delete(reply.id)
  if ('error' in reply) {
    const { code, message, field } = reply.error
    if (code === SQLITE_FULL) job.reject(new PlatformError('storageFull', STORAGE_FULL))
    else job.reject(typeof code === 'number' ? new PlatformError(code, message, field) : new Error(message))
  } else job.resolve(reply.result)
}
