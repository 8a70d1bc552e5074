import type { PackedCity } from '../packed-city.ts'
import { moduleExtension, startWorker } from '../worker-url.ts'
import type { MotorHost } from './motor-host.ts'
import type { MotorReport } from './motor-report.ts'
import type { MotorWorkerData } from './motor-worker.ts'

type Waiting = { resolve(report: MotorReport): void; reject(error: Error): void }

/** A motor in a thread of its own. It unpacks the city first (a fraction of a second); orders wait meanwhile. */
export function startMotorThread(seed: number, city: PackedCity): MotorHost {
  const waiting: Waiting[] = []
  let failure: Error | undefined
  const url = new URL(`./motor-worker${moduleExtension(import.meta.url)}`, import.meta.url)
  const workerData: MotorWorkerData = { seed, city }
  const worker = startWorker(url, { workerData })
  worker.unref()
  const fail = (error: Error) => {
    failure ??= error
    for (const { reject } of waiting.splice(0)) reject(failure)
  }
  worker.on('message', (report: MotorReport) => waiting.shift()?.resolve(report))
  worker.on('error', fail)
  worker.on('exit', () => fail(new Error('The thread of the fleet has ended.')))
  return {
    ask(order) {
      if (failure) return Promise.reject(failure)
      const answer = new Promise<MotorReport>((resolve, reject) => waiting.push({ resolve, reject }))
      worker.postMessage(order)
      return answer
    },
    async [Symbol.asyncDispose]() {
      fail(new Error('The fleet has ended.'))
      await worker.terminate()
    },
  }
}
