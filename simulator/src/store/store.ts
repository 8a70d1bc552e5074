import type { DatabaseTrouble } from '@backlot/contract/troubles'
import type { Database } from 'better-sqlite3'
import type { STORE_WRITES } from './facts.ts'
import type { StoreStats } from './store-stats.ts'

/**
 * The platform's memory. The main thread only reads (`read`, a read-only connection); every change is a named write
 * that runs in the one writer thread, many to a transaction, and resolves after its commit. Publish after that.
 */
export type Store = AsyncDisposable & {
  /** Read-only connection on this thread: prepare statements once, read synchronously, keep reads short. */
  read: Database
  /** Runs a named write in the writer. Resolves after the commit with the write's result. Rejects with its error. */
  write<N extends WriteName>(name: N, args: WriteArgs<N>): Promise<WriteResult<N>>
  /** Statistics since it was opened. */
  stats: StoreStats
  /** Writes waiting for the writer. */
  queueDepth(): number
  /** Grows whenever writes were committed: earlier reads may be outdated. */
  version(): number
  /** Whether the writer lives. */
  isAlive(): boolean
  /** Why nothing (or, with `databaseFailing`, perhaps nothing) can be saved; undefined: all is well. */
  trouble(): DatabaseTrouble | undefined
  /** Looks whether the files are still in their folder and may be written. Cheap: to be called each second. */
  look(): void
  /** Notes an error that a query elsewhere met; answers the one to throw: a StorageError when it is one of storage. */
  failed(error: unknown): unknown
}

/** A store in a file. */
export type FileStore = Store & {
  /**
   * Copies the database, as the writes given so far make it, into a file that is not there yet. Rejects with a
   * StorageError when storage does not allow it.
   */
  copyTo(file: string): Promise<void>
}

/** The types of all writes by name; the composition adds those of the areas, the gateways and the history. */
export interface WriteTable extends Readonly<typeof STORE_WRITES> {}

export type WriteName = keyof WriteTable
export type WriteArgs<N extends WriteName> = Parameters<WriteTable[N]>[1]
export type WriteResult<N extends WriteName> = ReturnType<WriteTable[N]>
