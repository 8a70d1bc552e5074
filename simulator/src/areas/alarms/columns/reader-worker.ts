import { parentPort, workerData } from 'node:worker_threads'
import { collectGarbage, onIdle } from '../../../kernel/idle-memory.ts'
import { storageFailureOf } from '../../../kernel/storage-error.ts'
import { openForReading } from '../../../store/database-file.ts'
import { shrinkWhenIdle } from '../../../store/shrink-when-idle.ts'
import { AlarmColumns } from './alarm-columns.ts'
import { answerQuestion } from './answer-question.ts'
import { type Followed, followAlarms } from './follow-alarms.ts'
import type { FromReader, ReaderSetup, ToReader } from './reader-messages.ts'

/** Searches and counts alarms away from the event loop, as the database holds them at the moment of each question. */
const port = parentPort
if (!port) throw new Error('This module is a worker.')

const db = openForReading((workerData as ReaderSetup).file)
const columns = new AlarmColumns()
let followed: Followed | undefined
shrinkWhenIdle(db)
onIdle(() => void collectGarbage())
/** Between questions too, so that none has a storm to catch up with. */
const FOLLOW_MS = 1000

const following = setInterval(() => {
  if (followed) follow()
}, FOLLOW_MS)

function follow(): void {
  try {
    followed = followAlarms(db, columns, followed)
  } catch (error) {
    // The next question meets it too, and answers it.
    if (!storageFailureOf(error)) throw error
  }
}

port.on('message', (message: ToReader) => {
  if (message.kind === 'end') {
    clearInterval(following)
    db.close()
    port.close()
    return
  }
  if (message.kind === 'ask') port.postMessage(replyTo(message))
  else follow()
})

function replyTo({ id, question }: Extract<ToReader, { kind: 'ask' }>): FromReader {
  try {
    followed = followAlarms(db, columns, followed)
    return { id, answer: answerQuestion(db, columns, question) }
  } catch (error) {
    const code = (error as { code?: string }).code
    return { id, code, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
