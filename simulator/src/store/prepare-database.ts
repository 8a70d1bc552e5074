import { existsSync } from 'node:fs'
import type { Database as OpenDatabase } from 'better-sqlite3'
import { StartError } from '../kernel/start-error.ts'
import { storageFailureOf } from '../kernel/storage-error.ts'
import { openForWriting } from './database-file.ts'
import { migrate } from './migrate.ts'
import Database from './sqlite.ts'

/**
 * Checks the database of an existing file, or makes one, and brings it up to the newest schema. Throws a StartError of
 * one line, with the way out, when it cannot be used.
 */
export async function prepareDatabase(file: string): Promise<void> {
  let db: OpenDatabase | undefined
  try {
    if (existsSync(file)) checkIntegrity(file)
    db = openForWriting(file)
    await migrate(db, file)
  } catch (error) {
    throw asStartError(error, file)
  } finally {
    db?.close()
  }
}

/**
 * Throws when the pages of a database do not fit together. `quick_check` reads them all: some 3 s a gigabyte that the
 * system has in memory. `integrity_check`, which also compares indexes with their tables, takes three times as long.
 */
function checkIntegrity(file: string): void {
  const db = new Database(file, { timeout: 5000 })
  try {
    const rows = db.pragma('quick_check(1)') as { quick_check: string }[]
    const verdict = rows[0]?.quick_check ?? 'no answer'
    if (verdict !== 'ok') throw new StartError(damaged(verdict, file))
  } finally {
    db.close()
  }
}

function asStartError(error: unknown, file: string): StartError {
  if (error instanceof StartError) return error
  const { message } = error as Error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const options = { cause: error }
  if (code.startsWith('SQLITE_BUSY')) {
    return new StartError(`Another program is using ${file}. End it, or use another --data folder.`, options)
  }
  const failure = storageFailureOf(error)
  if (failure === 'databaseDamaged') return new StartError(damaged(message, file), options)
  if (failure === 'storageFull') {
    return new StartError(`The disk of ${file} is full. Free some space, then start again.`, options)
  }
  return new StartError(
    `Cannot open ${file}: ${message}. Make it readable and writable, or use another --data folder.`,
    options,
  )
}

const damaged = (how: string, file: string) =>
  // Some verdicts have a line for each of their findings.
  `The database is damaged (${how.split('\n').slice(0, 2).join(' ').trim()}). Move ${file} away (or restore a copy from the backups folder beside it) and start again.`
