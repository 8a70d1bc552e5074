import { existsSync } from 'node:fs'
import type { Database as OpenDatabase } from 'better-sqlite3'
import { StartError } from '../start-error.ts'
import Database from './sqlite.ts'

/**
 * Opens the database for writing. WAL with synchronous=NORMAL: a commit has left the process when it is acknowledged,
 * so killing the program loses nothing; a power cut may lose the last moments but never corrupts (docs/data-model.md).
 */
export function openForWriting(file: string): OpenDatabase {
  const db = new Database(file, { timeout: 5000 })
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = NORMAL')
  db.pragma('foreign_keys = ON')
  db.pragma('trusted_schema = OFF')
  db.pragma('temp_store = MEMORY')
  db.pragma('cache_size = -32000')
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
  db.pragma('cache_size = -32000')
  db.pragma('mmap_size = 268435456')
  return db
}

/** Throws a StartError when an existing file is no sound database. Nothing is written. */
export function checkIntegrity(file: string): void {
  if (!existsSync(file)) return
  const wayOut = `Move ${file} away (or restore a copy from the backups folder beside it) and start again.`
  let db: OpenDatabase | undefined
  try {
    db = new Database(file, { timeout: 5000 })
    const rows = db.pragma('quick_check(1)') as { quick_check: string }[]
    const verdict = rows[0]?.quick_check
    if (verdict !== 'ok') throw new StartError(`The database is damaged (${verdict}). ${wayOut}`)
  } catch (error) {
    if (error instanceof StartError) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')) {
      throw new StartError(`The database is damaged (${(error as Error).message}). ${wayOut}`, {
        cause: error,
      })
    }
    if (code.startsWith('SQLITE_BUSY')) {
      throw new StartError(`Another program is using ${file}. End it, or use another --data folder.`, {
        cause: error,
      })
    }
    throw new StartError(`Cannot open ${file}: ${(error as Error).message}.`, { cause: error })
  } finally {
    db?.close()
  }
}
