import { moduleExtension, startWorker } from '../kernel/worker-url.ts'
import type { PackedCity } from '../world/city/packed-city.ts'
import type { EngineHost } from './engine-host.ts'
import type { EngineReport } from './engine-report.ts'
import type { EngineWorkerData } from './engine-worker.ts'

type Waiting = { resolve(report: EngineReport): void; reject(error: Error): void }

/** An engine in a thread of its own. It unpacks the city first (a fraction of a second); orders wait meanwhile. */
export function startEngineThread(seed: number, city: PackedCity): EngineHost {
  const waiting: Waiting[] = []
  let failure: Error | undefined
  const url = new URL(`./engine-worker${moduleExtension(import.meta.url)}`, import.meta.url)
  const workerData: EngineWorkerData = { seed, city }
  const worker = startWorker(url, { workerData })
  worker.unref()
  const fail = (error: Error) => {
    failure ??= error
    for (const { reject } of waiting.splice(0)) reject(failure)
  }
  worker.on('message', (report: EngineReport) => waiting.shift()?.resolve(report))
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('The thread of the fleet has ended.')))
  return {
    ask(order) {
      if (failure) return Promise.reject(failure)
      const answer = new Promise<EngineReport>((resolve, reject) => waiting.push({ resolve, reject }))
      worker.postMessage(order)
      return answer
    },
    async [Symbol.asyncDispose]() {
      fail(new Error('The fleet has ended.'))
      await worker.terminate()
    },
  }
}
