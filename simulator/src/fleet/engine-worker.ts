/** Thread that drives a part of a large fleet: takes orders, answers each with a report, in order. */
import { parentPort, workerData } from 'node:worker_threads'
import { collectGarbage, onIdle } from '../kernel/idle-memory.ts'
import { type PackedCity, unpackCity } from '../world/city/packed-city.ts'
import { createEngineHost, type EngineOrder } from './engine-host.ts'
import { buffersOf, type EngineReport } from './engine-report.ts'

export type EngineWorkerData = { seed: number; city: PackedCity }

if (!parentPort) throw new Error('engine-worker runs as a worker thread only')
const port = parentPort
const { seed, city: packed } = workerData as EngineWorkerData
const { city, loops } = unpackCity(packed)
if (!loops) throw new Error('The city came without the loops of its traffic')
const host = createEngineHost(seed, city, loops)

port.on('message', async (order: EngineOrder) => {
  const report: EngineReport = await host.ask(order)
  port.postMessage(report, buffersOf(report))
})
onIdle(() => void collectGarbage())
