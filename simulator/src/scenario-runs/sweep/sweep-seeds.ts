/** One scenario with many seeds, in virtual time: a run each, several at a time. */
import { moduleExtension, startWorker } from '../../kernel/worker-url.ts'
import type { Scenario } from '../../scenario/scenario.ts'
import type { SeedOutcome, SeedWorkerData } from './seed-outcome.ts'

export type SweepOrder = {
  scenario: Scenario
  /** Platform time of the beginning, 'yyyy-MM-dd HH:mm:ss'; left out: the scenario's. */
  start?: string | undefined
  seeds: Iterable<number>
  /** Threads, each with a run at a time. */
  jobs: number
  /** Called as runs end, in any order. */
  onOutcome(outcome: SeedOutcome): void
  /** Aborted: no further run begins, and those under way are dropped. */
  signal?: AbortSignal | undefined
}

/** Resolves when every seed was run, or the signal was aborted. */
export async function sweepSeeds(order: SweepOrder): Promise<void> {
  const { scenario, start, jobs, onOutcome, signal } = order
  const seeds = order.seeds[Symbol.iterator]()
  const url = new URL(`./seed-worker${moduleExtension(import.meta.url)}`, import.meta.url)
  const workerData: SeedWorkerData = { scenario, start }

  /** Runs seeds on a thread until there are none. Where one dies, its seed is told and another thread goes on. */
  const serve = (): Promise<void> =>
    new Promise((resolve) => {
      let seed: number | undefined
      let isOver = false
      const worker = startWorker(url, { workerData })
      const finish = (): void => {
        if (isOver) return
        isOver = true
        signal?.removeEventListener('abort', finish)
        void worker.terminate().then(() => resolve())
      }
      const next = (): void => {
        const { value, done } = signal?.aborted ? { value: undefined, done: true } : seeds.next()
        seed = value
        if (done || seed === undefined) finish()
        else worker.postMessage(seed)
      }
      const died = (why: string): void => {
        if (isOver) return
        isOver = true
        signal?.removeEventListener('abort', finish)
        if (seed !== undefined) onOutcome({ seed, error: why })
        // The seeds after it have a thread of their own.
        serve().then(resolve)
      }
      worker.on('message', (outcome: SeedOutcome) => {
        if (isOver) return
        onOutcome(outcome)
        next()
      })
      worker.once('error', (error: Error) => died(error.message))
      worker.once('exit', (code) => died(`its thread ended with ${code}`))
      signal?.addEventListener('abort', finish)
      next()
    })
  await Promise.all(Array.from({ length: jobs }, serve))
}
