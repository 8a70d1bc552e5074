import type { DatabaseTrouble } from '@backlot/contract/troubles'
import { PlatformError } from '../kernel/platform-error.ts'
import type { ReusedParts } from '../kernel/reused-parts.ts'
import { failureOfCode, StorageError, storageFailureOf } from '../kernel/storage-error.ts'
import { createCheckpointer } from './checkpointer.ts'
import { openForReading } from './database-file.ts'
import { prepareDatabase } from './prepare-database.ts'
import { shrinkWhenIdle } from './shrink-when-idle.ts'
import type { FileStore, WriteArgs, WriteName, WriteResult } from './store.ts'
import type { StoreFaults } from './store-faults.ts'
import { countTransaction, createStoreStats, watchReads } from './store-stats.ts'
import { watchFiles } from './watch-files.ts'
import { refusalOf } from './writer-error.ts'
import type { FromWriter, WriterJob, WriterReply } from './writer-messages.ts'
import { startWriterThread } from './writer-thread.ts'

type Waiting = { resolve: (value: unknown) => void; reject: (error: Error) => void }

export type StoreOptions = {
  /** The module that the writer's thread runs: it serves the writes (`serveWrites`). */
  writer: URL
  /** Host time, epoch milliseconds. */
  now(): number
  faults?: StoreFaults | undefined
  /** Keeps the writer's thread for the next store; left out: it ends with this one. */
  reused?: ReusedParts | undefined
  onTrouble?: (trouble: DatabaseTrouble | undefined, cause?: unknown) => void
}

/** A refusal that a writer's reply carries as its code. */
const FILE_TROUBLES: ReadonlySet<unknown> = new Set<DatabaseTrouble>([
  'databaseGone',
  'databaseReplaced',
  'databaseLogGone',
])

/**
 * Opens (and brings up to date) a database file and starts its writer; writes may be given before that runs. `onFatal`
 * is called once when the writer dies by itself; all waiting writes then reject and later ones too. A full disk and a
 * database that cannot be used are no such death: writes and reads that they hinder throw a StorageError, and
 * `onTrouble` is called at each change. `faults` effect the disk. Throws a StartError when the file
 * cannot be used.
 */
export async function createStore(
  file: string,
  onFatal: (error: Error) => void,
  options: StoreOptions,
): Promise<FileStore> {
  const { now, faults, onTrouble = () => {} } = options
  await prepareDatabase(file)
  const { reused } = options
  const thread = reused
    ? await reused.take('writer', options.writer.href, () => startWriterThread(options.writer))
    : startWriterThread(options.writer)
  const { worker, post } = thread
  post({ kind: 'open', file })
  const waiting = new Map<number, Waiting>()
  /** Files that the database is being copied to. */
  const copies = new Map<string, Waiting>()
  let fresh: WriterJob[] = []
  let nextId = 1
  let version = 0
  let state: 'open' | 'ending' | 'dead' = 'open'

  const die = (error: Error) => {
    if (state === 'dead') return
    const unexpected = state === 'open'
    state = 'dead'
    for (const { reject } of [...waiting.values(), ...copies.values()]) reject(error)
    waiting.clear()
    copies.clear()
    if (unexpected) onFatal(error)
  }
  const onError = (error: Error) =>
    die(new Error(`The database writer failed: ${error.message}`, { cause: error }))
  const onExit = () => die(new Error('The database writer has ended.'))
  worker.on('error', onError)
  worker.on('exit', onExit)
  const read = openForReading(file)
  const stats = createStoreStats()

  const files = watchFiles(file)
  const found: { files?: DatabaseTrouble | undefined; damaged?: true; failing?: boolean } = {}
  const trouble = (): DatabaseTrouble | undefined =>
    found.files ?? (found.damaged ? 'databaseDamaged' : found.failing ? 'databaseFailing' : undefined)
  /** Notes the files' trouble; `cause` is the error that revealed it. */
  const note = (news: typeof found, cause?: unknown) => {
    const before = trouble()
    Object.assign(found, news)
    if (trouble() !== before && state === 'open') onTrouble(trouble(), cause)
  }
  /** The error to throw for one of the database; others pass as they are. */
  const failed = (error: unknown): unknown => {
    const failure = storageFailureOf(error)
    if (!failure) return error
    if (failure === 'databaseDamaged') note({ damaged: true }, error)
    if (failure === 'databaseFailing' || failure === 'databaseReadOnly') note({ failing: true }, error)
    return new StorageError(failure === 'storageFull' ? failure : (trouble() ?? failure), { cause: error })
  }
  watchReads(read, stats, failed)
  const stopShrinking = shrinkWhenIdle(read)

  const checkpointer = createCheckpointer(file, failed, (error) =>
    die(new Error(`The database's log could not be copied: ${error.message}`, { cause: error })),
  )
  let markEnded = () => {}
  const hear = (message: FromWriter) => {
    if (message.kind === 'ended') markEnded()
    if (message.kind === 'copied') {
      const copy = copies.get(message.file)
      copies.delete(message.file)
      if (message.error)
        copy?.reject(failed(Object.assign(new Error(message.error.message), message.error)) as Error)
      else copy?.resolve(undefined)
    }
    if (message.kind !== 'replies') return
    version++
    if (message.trouble) note({ files: message.trouble })
    if (state === 'open' && !message.trouble) checkpointer.committed(message.changes)
    if (found.failing && message.replies.some((reply) => 'result' in reply)) note({ failing: false })
    countTransaction(stats, message.tookMs, message.replies.length, message.changes)
    for (const reply of message.replies) {
      if ('error' in reply) stats.refused++
      else stats.writes++
      settle(waiting, reply, failed)
    }
  }
  worker.on('message', hear)
  const flush = () => {
    if (fresh.length > 0) post({ kind: 'jobs', jobs: fresh, hostMs: now() })
    fresh = []
  }

  return {
    read,
    stats,
    queueDepth: () => waiting.size,
    version: () => version,
    isAlive: () => state === 'open',
    trouble,
    look() {
      const before = found.files
      note({ files: files.lookClosely() })
      // Until then the log is on no list of files any more: a power cut would take it.
      if (found.files === 'databaseLogGone' && before !== found.files) post({ kind: 'copyLog' })
    },
    failed,
    write<N extends WriteName>(name: N, args: WriteArgs<N>) {
      return new Promise<WriteResult<N>>((resolve, reject) => {
        if (state !== 'open')
          return reject(new PlatformError('unavailable', 'The platform is shutting down.'))
        const hindrance = trouble()
        // A passing trouble is tried again: only a write shows that it is over.
        if (hindrance && hindrance !== 'databaseFailing') return reject(new StorageError(hindrance))
        const id = nextId++
        waiting.set(id, { resolve: resolve as Waiting['resolve'], reject })
        // One message for all writes of a turn of the event loop.
        const job =
          faults?.isQuiet === false ? { id, name, args, impact: faults.impactFor(name) } : { id, name, args }
        if (fresh.push(job) === 1) queueMicrotask(flush)
      })
    },
    copyTo(file) {
      return new Promise((resolve, reject) => {
        if (state !== 'open')
          return reject(new PlatformError('unavailable', 'The platform is shutting down.'))
        flush()
        copies.set(file, { resolve: () => resolve(), reject })
        post({ kind: 'copyTo', file })
      })
    },
    async [Symbol.asyncDispose]() {
      const checkpointerEnded = checkpointer[Symbol.asyncDispose]()
      if (state === 'open') {
        flush()
        state = 'ending'
        // A thread that dies meanwhile ends it too: a lost database cannot be closed well.
        const ended = new Promise<void>((resolve) => {
          markEnded = resolve
        })
        worker.once('exit', markEnded)
        await checkpointerEnded
        post({ kind: 'end' })
        await ended
        worker.off('exit', markEnded)
      }
      await checkpointerEnded
      worker.off('message', hear).off('exit', onExit)
      if (!reused) await thread[Symbol.asyncDispose]()
      worker.off('error', onError)
      stopShrinking()
      if (read.open) read.close()
    },
  }
}

function settle(
  waiting: Map<number, Waiting>,
  reply: WriterReply,
  failed: (error: unknown) => unknown,
): void {
  const job = waiting.get(reply.id)
  if (!job) return
  waiting.delete(reply.id)
  if (!('error' in reply)) {
    job.resolve(reply.result)
    return
  }
  const { code, message } = reply.error
  const refused = refusalOf(reply.error)
  if (refused) job.reject(refused)
  else if (isFileTrouble(code)) job.reject(new StorageError(code))
  else if (typeof code === 'string' && failureOfCode(code, message))
    job.reject(failed(Object.assign(new Error(message), { code })) as Error)
  else job.reject(new Error(message))
}

const isFileTrouble = (code: unknown): code is DatabaseTrouble => FILE_TROUBLES.has(code)
