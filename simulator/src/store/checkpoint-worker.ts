import { parentPort, workerData } from 'node:worker_threads'
import { isFull } from './group-commit.ts'
import Database from './sqlite.ts'
import type { CheckpointAnswer, WriterSetup } from './writer-messages.ts'

/** Copies what was committed from the log into the database, whenever it is told to. */
const port = parentPort
if (!port) throw new Error('The checkpointer runs as a worker')

const db = new Database((workerData as WriterSetup).file, { fileMustExist: true })
db.pragma('synchronous = NORMAL')
db.pragma('wal_autocheckpoint = 0')

port.on('message', (message: 'copy' | 'end') => {
  if (message === 'end') {
    db.close()
    port.close()
    return
  }
  try {
    // PASSIVE waits for nobody, and nobody waits for it.
    db.pragma('wal_checkpoint(PASSIVE)')
  } catch (error) {
    // The log stays as it is and is copied when there is room.
    if (!isFull(error)) throw error
  }
  port.postMessage('copied' satisfies CheckpointAnswer)
})
