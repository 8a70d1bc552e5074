import type { Database as OpenDatabase } from 'better-sqlite3'
import Database from './sqlite.ts'

/**
 * Pages that a connection keeps, KiB. Reads go through mapped memory, and recent writes are in the system's own cache:
 * 32 MB for each connection made no query and no write faster, and the C library does not hand them back when they are
 * freed.
 */
const CACHED_KIB = 4000

/**
 * Opens the database for writing. WAL with synchronous=NORMAL: a commit has left the process when it is acknowledged,
 * so killing the program loses nothing; a power cut may lose the last moments but never corrupts (docs/data-model.md). The
 * archive gets no row that a power cut could take (sync-log.ts).
 */
export function openForWriting(file: string): OpenDatabase {
  const db = new Database(file, { timeout: 5000 })
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  db.pragma('foreign_keys = ON')
  db.pragma('trusted_schema = OFF')
  db.pragma('temp_store = MEMORY')
  db.pragma(`cache_size = -${CACHED_KIB}`)
  // A checkpoint each 4 MB keeps the log small without one in every burst.
  db.pragma('wal_autocheckpoint = 1000')
  db.pragma('journal_size_limit = 67108864')
  return db
}

/** A connection that can only read. */
export function openForReading(file: string): OpenDatabase {
  const db = new Database(file, { readonly: true, timeout: 5000 })
  db.pragma('query_only = ON')
  db.pragma('temp_store = MEMORY')
  db.pragma(`cache_size = -${CACHED_KIB}`)
  db.pragma('mmap_size = 268435456')
  return db
}
