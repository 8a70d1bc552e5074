/** Thread that drives a part of a large fleet: takes orders, answers each with a report, in order. */
import { parentPort, workerData } from 'node:worker_threads'
import { collectGarbage, onIdle } from '../idle-memory.ts'
import { type PackedCity, unpackCity } from '../packed-city.ts'
import { createMotorHost, type MotorOrder } from './motor-host.ts'
import { buffersOf, type MotorReport } from './motor-report.ts'

export type MotorWorkerData = { seed: number; city: PackedCity }

if (!parentPort) throw new Error('motor-worker runs as a worker thread only')
const port = parentPort
const { seed, city: packed } = workerData as MotorWorkerData
const { city, loops } = unpackCity(packed)
if (!loops) throw new Error('The city came without the loops of its traffic')
const host = createMotorHost(seed, city, loops)

port.on('message', async (order: MotorOrder) => {
  const report: MotorReport = await host.ask(order)
  port.postMessage(report, buffersOf(report))
})
onIdle(() => void collectGarbage())
