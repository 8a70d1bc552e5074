import { parentPort, workerData } from 'node:worker_threads'
import type { Database as OpenDatabase } from 'better-sqlite3'
import { storageFailureOf } from '../kernel/storage-error.ts'
import Database from './sqlite.ts'
import type { CheckpointAnswer, WriterSetup } from './writer-messages.ts'

/** Copies commits from the log into the database on request. */
const port = parentPort
if (!port) throw new Error('The checkpointer runs as a worker')

let db: OpenDatabase | undefined
function opened(): OpenDatabase {
  if (db) return db
  db = new Database((workerData as WriterSetup).file, { fileMustExist: true })
  db.pragma('synchronous = NORMAL')
  db.pragma('wal_autocheckpoint = 0')
  return db
}

port.on('message', (message: 'copy' | 'end') => {
  if (message === 'end') {
    db?.close()
    port.close()
    return
  }
  port.postMessage(copy())
})

/** PASSIVE waits for nobody, and nobody waits for it. A log that could not be copied stays as it is until the next time. */
function copy(): CheckpointAnswer {
  try {
    opened().pragma('wal_checkpoint(PASSIVE)')
    return {}
  } catch (error) {
    if (!storageFailureOf(error)) throw error
    const { code, message } = error as Error & { code: string }
    return { failed: { code, message } }
  }
}
