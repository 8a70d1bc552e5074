import type { Worker } from 'node:worker_threads'
import type { FleetWorld } from '../../composition/build-fleet-world.ts'
import { moduleExtension, startWorker } from '../../kernel/worker-url.ts'
import { createReportEngine, type ReportNews } from './report-engine.ts'
import type { ReportReply, ReportRequest, ReportWorkerData } from './report-worker.ts'

export type ReportPool = AsyncDisposable & {
  /** Last reports of all devices by a moment, a line each, in the order of their ids. */
  report(atMs: number, news: ReportNews): Promise<string>
}

type Waiting = { resolve(text: string): void; reject(error: Error): void }

/** Deals reports out to threads, or works them out here with none: the text is the same. */
export function createReportPool(
  workers: number,
  fleetWorld: Omit<FleetWorld, 'keepCity'>,
  zoneMinutes: number,
): ReportPool {
  const { world, fleet, packedCity } = fleetWorld
  const setup = { seed: world.seed, zoneMinutes, roster: fleet.roster }
  if (workers === 0) {
    const engine = createReportEngine(setup, { city: world.city, loops: world.traffic.loops })
    return {
      async report(atMs, news) {
        engine.learn(news)
        return engine.report(atMs, 0, engine.count())
      },
      async [Symbol.asyncDispose]() {},
    }
  }
  const url = new URL(`./report-worker${moduleExtension(import.meta.url)}`, import.meta.url)
  const workerData: ReportWorkerData = { ...setup, packed: packedCity }
  const threads = Array.from({ length: workers }, () => startThread(url, workerData))
  return {
    async report(atMs, news) {
      const parts = threads.map((thread, share) => thread.ask({ news, atMs, share, shares: workers }))
      return (await Promise.all(parts)).join('')
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(threads.map((thread) => thread.end()))
    },
  }
}

function startThread(url: URL, workerData: ReportWorkerData) {
  const worker: Worker = startWorker(url, { workerData })
  const waiting = new Map<number, Waiting>()
  let nextId = 1
  const fail = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }
  worker.on('message', ({ id, text }: ReportReply) => {
    waiting.get(id)?.resolve(text)
    waiting.delete(id)
  })
  worker.on('error', (error: Error) => fail(error))
  worker.on('exit', () => fail(new Error('A thread that works out reports has ended.')))
  return {
    ask: (request: Omit<ReportRequest, 'id'>) =>
      new Promise<string>((resolve, reject) => {
        const id = nextId++
        waiting.set(id, { resolve, reject })
        worker.postMessage({ id, ...request } satisfies ReportRequest)
      }),
    async end() {
      await worker.terminate()
    },
  }
}
