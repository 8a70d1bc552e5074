import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { Database as OpenDatabase } from 'better-sqlite3'
import { StartError } from '../kernel/start-error.ts'
import Database from './sqlite.ts'

/** A data folder of this name is a temporary one, removed at the end. */
const MEMORY_DATA = ':memory:'

/** A folder that one simulator holds: database, uploads, token. */
export type DataFolder = Disposable & {
  path: string
  databaseFile: string
  file(name: string): string
}

/**
 * Makes and locks the folder (`:memory:`: a temporary one, removed at the end). Throws a StartError when it cannot be
 * written or another simulator holds it.
 */
export function openDataFolder(data: string): DataFolder {
  const temporary = data === MEMORY_DATA
  const path = temporary ? mkdtempSync(join(tmpdir(), 'backlot-')) : prepare(resolve(data))
  const lock = lockFolder(path)
  return {
    path,
    databaseFile: join(path, 'backlot.db'),
    file: (name) => join(path, name),
    [Symbol.dispose]() {
      lock.close()
      if (temporary) rmSync(path, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

function prepare(path: string): string {
  try {
    makeFolder(path)
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartError(
      `The data folder ${path} is not writable (${(error as Error).message}). Use another one with --data.`,
      {
        cause: error,
      },
    )
  }
  return path
}

/** With those above it. (`recursive` of mkdir never ends where a file system makes no folders, as /proc.) */
function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}

/** An open transaction on a file of its own: the system gives the lock back however the process ends. */
function lockFolder(path: string): OpenDatabase {
  let db: OpenDatabase | undefined
  try {
    db = new Database(join(path, 'lock'), { timeout: 0 })
    db.exec('BEGIN EXCLUSIVE')
    return db
  } catch (error) {
    db?.close()
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code.startsWith('SQLITE_BUSY')) {
      throw new StartError(`Another Backlot is using ${path}. End it, or use another folder with --data.`, {
        cause: error,
      })
    }
    throw new StartError(
      `The data folder ${path} is not writable (${(error as Error).message}). Use another one with --data.`,
      {
        cause: error,
      },
    )
  }
}
