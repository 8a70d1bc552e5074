/** Thread that runs a scenario with one seed after the other. */
import { parentPort, workerData } from 'node:worker_threads'
import '../../fleet/thread-kinds.ts'
import { runVirtual } from '../virtual/run-virtual.ts'
import type { SeedOutcome, SeedWorkerData } from './seed-outcome.ts'

if (!parentPort) throw new Error('seed-worker runs as a worker thread only')
const port = parentPort
const { scenario, start } = workerData as SeedWorkerData

port.on('message', (seed: number) => {
  runVirtual(scenario, { seed, ...(start !== undefined && { start }) }).then(
    (result) => port.postMessage({ seed, result } satisfies SeedOutcome),
    (error: unknown) =>
      port.postMessage({
        seed,
        error: error instanceof Error ? error.message : String(error),
      } satisfies SeedOutcome),
  )
})
