import { performance } from 'node:perf_hooks'
import { parentPort, workerData } from 'node:worker_threads'
import type pg from 'pg'
import { collectGarbage, onIdle } from '../kernel/idle-memory.ts'
import {
  ARCHIVED_TABLES,
  type ArchivedTable,
  type ArchivePositions,
  type ArchiveStream,
  NOTHING_ARCHIVED,
  newestPositions,
} from '../store/archive-positions.ts'
import { openForReading } from '../store/database-file.ts'
import { shrinkWhenIdle } from '../store/shrink-when-idle.ts'
import { syncLog } from '../store/sync-log.ts'
import type {
  ArchiveFault,
  ArchiveQuestion,
  ArchiveSetup,
  ArchiveState,
  FromArchive,
  ToArchive,
} from './archive-messages.ts'
import { askArchive, TooManyRows } from './ask-archive.ts'
import { ArchiveLate, connectArchive, cut, reasonOf, withDeadline } from './connect-archive.ts'
import { followCore } from './follow-core.ts'
import { createLag } from './lag.ts'

/** Brings the core's rows to the archive and answers from it, away from the event loop and from the writer. */
const port = parentPort
if (!port) throw new Error('This module is a worker.')

const { file, target, owner, behindSinceMs } = workerData as ArchiveSetup
const db = openForReading(file)
shrinkWhenIdle(db)
onIdle(() => void collectGarbage())

/** How long a question waits for what the core had when it was asked, and for its answer. */
const CATCH_UP_MS = 5000
const ANSWER_MS = 15_000
const STATEMENT_MS = 12_000
/** Connections that answer, each one question at a time. */
const READERS = 2
const REPORT_MS = 1000

const lag = createLag()
if (behindSinceMs !== undefined)
  lag.sample(newestPositions(db), performance.now() - Math.max(0, Date.now() - behindSinceMs))
const tellers: (() => void)[] = []
const follower = followCore({ db, target, owner, sync: () => syncLog(file) }, () => {
  for (const tell of tellers.splice(0)) tell()
  report()
})
const send = (message: FromArchive) => port.postMessage(message)

let reportedMs = Number.NEGATIVE_INFINITY
let reported: ArchiveState['condition'] | undefined
/** At each change of the condition, and a few times a second. */
function report(): void {
  const nowMs = performance.now()
  const { progress } = follower
  if (progress.condition === reported && nowMs - reportedMs < REPORT_MS / 4) return
  reported = progress.condition
  reportedMs = nowMs
  const newest = newestPositions(db)
  lag.sample(newest, nowMs)
  const { positions } = progress
  const waiting = Object.fromEntries(
    ARCHIVED_TABLES.map((table) => [table, Math.max(0, newest[table] - (positions?.[table] ?? 0))]),
  ) as Record<ArchivedTable, number>
  const lagSeconds = lag.behindMs(positions, nowMs) / 1000
  send({ kind: 'state', state: { ...progress, rows: { ...progress.rows }, waiting, lagSeconds } })
}
const reporting = setInterval(report, REPORT_MS)

class Fault extends Error {
  readonly fault: ArchiveFault
  constructor(fault: ArchiveFault, reason: string) {
    super(reason)
    this.fault = fault
  }
}

/** Waits until the archive has what the core has now. */
async function caughtUp(): Promise<void> {
  const wanted = newestPositions(db)
  const streams = Object.keys(NOTHING_ARCHIVED) as ArchiveStream[]
  const isThere = (positions: ArchivePositions | undefined) =>
    positions !== undefined && streams.every((stream) => positions[stream] >= wanted[stream])
  const untilMs = performance.now() + CATCH_UP_MS
  for (;;) {
    const { condition, reason, positions } = follower.progress
    if (condition !== 'connected') throw new Fault('archiveAway', reason ?? condition)
    if (isThere(positions)) return
    const leftMs = untilMs - performance.now()
    if (leftMs <= 0) throw new Fault('archiveBehind', 'rows wait for the archive')
    follower.look()
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, leftMs)
      tellers.push(() => {
        clearTimeout(timer)
        resolve()
      })
    })
  }
}

let idle: pg.Client[] = []
let busy = 0
const queue: (() => void)[] = []

async function openReader(): Promise<pg.Client> {
  const reader = await connectArchive(target, STATEMENT_MS)
  reader.once('end', () => {
    idle = idle.filter((one) => one !== reader)
  })
  return reader
}

async function answer(question: ArchiveQuestion) {
  await caughtUp()
  if (busy >= READERS) await new Promise<void>((resolve) => queue.push(resolve))
  busy++
  let client: pg.Client | undefined
  try {
    const reader = idle.pop() ?? (await openReader())
    client = reader
    const found = await withDeadline(reader, ANSWER_MS, () => askArchive(reader, question))
    idle.push(reader)
    return found
  } catch (error) {
    if (client) cut(client)
    if (error instanceof TooManyRows) throw new Fault('archiveTooMuch', 'too many rows')
    throw new Fault(isTimeout(error) ? 'archiveSlow' : 'archiveAway', reasonOf(error))
  } finally {
    busy--
    queue.shift()?.()
  }
}

/** 57014: the server ended the statement at its time limit. */
const isTimeout = (error: unknown) =>
  error instanceof ArchiveLate || (error as { code?: string }).code === '57014'

port.on('message', (message: ToArchive) => {
  if (message.kind === 'end') return void end()
  const { id } = message
  answer(message.question).then(
    (found) => send({ kind: 'answer', id, answer: found }),
    (error) => {
      const fault = error instanceof Fault ? error.fault : 'archiveAway'
      send({ kind: 'fault', id, fault, reason: reasonOf(error) })
    },
  )
})

async function end(): Promise<void> {
  clearInterval(reporting)
  for (const client of idle) cut(client)
  await follower.end()
  db.close()
  port?.close()
}
