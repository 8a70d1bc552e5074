import { parentPort, workerData } from 'node:worker_threads'
import { openForWriting } from './database-file.ts'
import { runGroup } from './group-commit.ts'
import type { FromWriter, ToWriter, WriterJob, WriterSetup } from './writer-messages.ts'
import { WRITES } from './writes.ts'

/** The one writer: drains its queue into transactions and answers after each commit. */
const port = parentPort
if (!port) throw new Error('The writer runs as a worker')

const db = openForWriting((workerData as WriterSetup).file)
// Another thread copies the log while it is short; a log that gets long all the same is dealt with here.
db.pragma('wal_autocheckpoint = 16000')
const changesSoFar = db.prepare('SELECT total_changes()').pluck()
let changesBefore = 0
const queue: WriterJob[] = []
let scheduled = false
let ending = false

const say = (message: FromWriter) => port.postMessage(message)

function drain(): void {
  scheduled = false
  if (queue.length > 0) {
    const beganMs = performance.now()
    const replies = runGroup(db, WRITES, queue, { hostMs: Date.now() }, () => performance.now())
    const changes = changesSoFar.get() as number
    const tookMs = performance.now() - beganMs
    say({ kind: 'replies', replies, changes: changes - changesBefore, tookMs })
    changesBefore = changes
  }
  if (queue.length > 0) schedule()
  else if (ending) end()
}

/** After the messages that have already come in, so that they share the transaction. */
function schedule(): void {
  if (scheduled) return
  scheduled = true
  setImmediate(drain)
}

function end(): void {
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.close()
  say({ kind: 'ended' })
  port?.close()
}

port.on('message', (message: ToWriter) => {
  if (message.kind === 'end') ending = true
  else queue.push(...message.jobs)
  schedule()
})
