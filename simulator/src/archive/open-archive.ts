import type { Worker } from 'node:worker_threads'
import { refusal } from '../kernel/refusal.ts'
import { moduleExtension, startWorker } from '../kernel/worker-url.ts'
import type { ArchivePositions } from '../store/archive-positions.ts'
import type { ArchiveTarget } from './archive-address.ts'
import type {
  ArchiveAnswers,
  ArchiveQuestion,
  ArchiveSetup,
  ArchiveState,
  FromArchive,
  ToArchive,
} from './archive-messages.ts'

/** The archive of a platform. */
export type Archive = AsyncDisposable & {
  /** Its address, without the password. */
  shown: string
  state(): ArchiveState
  /** What of the core's rows may be removed; undefined: nothing yet. */
  archived(): ArchivePositions | undefined
  /** Answers with everything that the core had at this moment. Throws a refusal (503) when it cannot. */
  ask<Q extends ArchiveQuestion>(question: Q): Promise<ArchiveAnswers[Q['kind']]>
  /** Calls back after each report of the state. Returns a function that stops it. */
  onState(listener: (state: ArchiveState) => void): () => void
}

/** Questions that wait at most, and for how long: more are refused, and longer. */
const WAITING_MOST = 32
const ANSWER_MS = 30_000
/** A thread that does not end by itself is ended. */
const END_MS = 1000

const NO_ROWS = {
  alarms: 0,
  alarm_history: 0,
  foreign_positions: 0,
  foreign_readings: 0,
  foreign_presence: 0,
}
const AT_FIRST: ArchiveState = {
  condition: 'connecting',
  reason: undefined,
  positions: undefined,
  waiting: NO_ROWS,
  lagSeconds: 0,
  rows: NO_ROWS,
  batches: 0,
  failures: 0,
}

type Waiting = { resolve: (answer: never) => void; reject: (error: Error) => void }

/**
 * Starts the thread that brings rows to the archive. It needs nobody: the platform runs the same while the archive is
 * away. `onFault` hears of answers that failed, and of the death of the thread.
 */
export function openArchive(setup: ArchiveSetup, onFault: (error: Error) => void): Archive {
  const url = new URL(`./archive-worker${moduleExtension(import.meta.url)}`, import.meta.url)
  const worker: Worker = startWorker(url, { workerData: setup })
  const target: ArchiveTarget = setup.target
  const listeners = new Set<(state: ArchiveState) => void>()
  const waiting = new Map<number, Waiting>()
  let state = AT_FIRST
  let nextId = 1
  let closed = false

  const changed = (next: ArchiveState) => {
    state = next
    for (const listener of [...listeners]) listener(next)
  }
  const failAll = () => {
    for (const { reject } of waiting.values()) reject(refusal('unavailable', 'archiveAway'))
    waiting.clear()
  }
  const settle = (message: Extract<FromArchive, { id: number }>) => {
    const asked = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.kind === 'answer') return asked?.resolve(message.answer as never)
    onFault(new Error(message.reason))
    asked?.reject(refusal('unavailable', message.fault))
  }
  worker.on('message', (message: FromArchive) => {
    if (message.kind === 'state') changed(message.state)
    else settle(message)
  })
  worker.on('error', (error) => {
    onFault(error)
    failAll()
    changed({
      ...state,
      condition: 'refused',
      reason: 'the thread of the archive has ended: restart the platform',
    })
  })
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  const tell = (message: ToArchive) => worker.postMessage(message)

  return {
    shown: target.shown,
    state: () => state,
    archived: () => state.positions,
    ask: <Q extends ArchiveQuestion>(question: Q) =>
      new Promise<ArchiveAnswers[Q['kind']]>((resolve, reject) => {
        if (closed || state.condition !== 'connected') return reject(refusal('unavailable', 'archiveAway'))
        if (waiting.size >= WAITING_MOST) return reject(refusal('unavailable', 'archiveSlow'))
        const id = nextId++
        const timer = setTimeout(() => {
          waiting.delete(id)
          reject(refusal('unavailable', 'archiveSlow'))
        }, ANSWER_MS)
        waiting.set(id, {
          resolve(answer) {
            clearTimeout(timer)
            resolve(answer)
          },
          reject(error) {
            clearTimeout(timer)
            reject(error)
          },
        })
        tell({ kind: 'ask', id, question })
      }),
    onState(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async [Symbol.asyncDispose]() {
      closed = true
      tell({ kind: 'end' })
      const timer = setTimeout(() => void worker.terminate(), END_MS)
      await ended
      clearTimeout(timer)
      failAll()
    },
  }
}
