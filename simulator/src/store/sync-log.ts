import { closeSync, fsyncSync, openSync } from 'node:fs'

/**
 * Has what was committed so far outlast a power cut: the log of the database is written to the disk (SQLite
 * documentation, "Write-Ahead Logging", 3). Where there is no log everything is in the database, which was synced before
 * the log went. No lock of SQLite is lost by the closing: none is on the log.
 */
export function syncLog(databaseFile: string): void {
  let log: number
  try {
    log = openSync(`${databaseFile}-wal`, 'r+')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  try {
    fsyncSync(log)
  } finally {
    closeSync(log)
  }
}
