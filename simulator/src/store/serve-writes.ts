import { type MessagePort, parentPort } from 'node:worker_threads'
import { collectGarbage, onIdle } from '../kernel/idle-memory.ts'
import { openForWriting } from './database-file.ts'
import { runGroup, type Writes } from './group-commit.ts'
import { shrinkWhenIdle } from './shrink-when-idle.ts'
import { type FileTrouble, watchFiles } from './watch-files.ts'
import type { FromWriter, ToWriter, WriterJob, WriterReply } from './writer-messages.ts'

/**
 * The one writer of a database, in a thread of its own: drains its queue into transactions and answers after each
 * commit. `writes` are those it knows, by name. It writes one database after the other.
 */
export function serveWrites(writes: Writes): void {
  const port = parentPort
  if (!port) throw new Error('The writer runs as a worker')
  let hear: ((message: ToWriter) => void) | undefined
  onIdle(() => void collectGarbage())
  port.on('message', (message: ToWriter) => {
    if (message.kind === 'open') hear = serveDatabase(message.file, writes, port)
    else if (message.kind === 'exit') port.close()
    else hear?.(message)
  })
}

/** Answers who takes the messages about it. */
function serveDatabase(file: string, writes: Writes, port: MessagePort): (message: ToWriter) => void {
  const db = openForWriting(file)
  const files = watchFiles(file)
  // Another thread copies the log while it is short; a log that gets long all the same is dealt with here.
  db.pragma('wal_autocheckpoint = 16000')
  const stopShrinking = shrinkWhenIdle(db)
  const changesSoFar = db.prepare('SELECT total_changes()').pluck()
  let changesBefore = 0
  const queue: WriterJob[] = []
  let scheduled = false
  let ending = false
  /** Host time less this thread's own steady clock. */
  let hostOffMs = 0

  const send = (message: FromWriter) => port.postMessage(message)

  function drain(): void {
    scheduled = false
    if (queue.length > 0) {
      const beganMs = performance.now()
      const clock = { hostMs: Math.floor(hostOffMs + beganMs) }
      const before = files.look()
      const replies = before
        ? queue.splice(0).map(({ id }) => refused(id, before))
        : runGroup(db, writes, queue, clock, () => performance.now())
      const changes = changesSoFar.get() as number
      const tookMs = performance.now() - beganMs
      // Again after the commit: writes to a file that was removed meanwhile are lost.
      const trouble = files.look()
      const areKept = trouble === undefined || (trouble === 'databaseLogGone' && copyLog())
      send({
        kind: 'replies',
        replies: areKept ? replies : replies.map(({ id }) => refused(id, trouble)),
        changes: changes - changesBefore,
        tookMs,
        ...(trouble ? { trouble } : {}),
      })
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

  /**
   * Writes committed to a file that is no longer in its folder are lost with it. If only the log is gone, it can still
   * be copied into the database, which is there: then nothing is lost.
   */
  const refused = (id: number, code: FileTrouble): WriterReply => ({
    id,
    error: { message: 'the file is not in its folder', code, field: undefined },
  })

  /** Whether all of the log is in the database now. */
  function copyLog(): boolean {
    try {
      const [row] = db.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[]
      return row?.busy === 0
    } catch {
      return false
    }
  }

  /** After everything that was asked for before it. */
  function copyTo(file: string): void {
    while (queue.length > 0) drain()
    try {
      db.prepare('VACUUM INTO ?').run(file)
      send({ kind: 'copied', file })
    } catch (error) {
      const { message, code } = error as Error & { code?: string }
      send({ kind: 'copied', file, error: { message, code: code ?? '' } })
    }
  }

  function end(): void {
    copyLog()
    stopShrinking()
    db.close()
    send({ kind: 'ended' })
  }

  return (message) => {
    if (message.kind === 'copyLog') copyLog()
    else if (message.kind === 'copyTo') copyTo(message.file)
    else if (message.kind === 'end') ending = true
    else if (message.kind === 'jobs') {
      hostOffMs = message.hostMs - performance.now()
      queue.push(...message.jobs)
    }
    schedule()
  }
}
