/** Thread that computes a share of a run's reports: receives changes, answers in order. */
import { parentPort, workerData } from 'node:worker_threads'
import '../../fleet/thread-kinds.ts'
import { type PackedCity, unpackCity } from '../../world/city/packed-city.ts'
import { createReportEngine, type ReportNews, type ReportSetup } from './report-engine.ts'

export type ReportWorkerData = ReportSetup & { packed: PackedCity }
export type ReportRequest = { id: number; news: ReportNews; atMs: number; share: number; shares: number }
export type ReportReply = { id: number; text: string }

if (!parentPort) throw new Error('report-worker runs as a worker thread only')
const port = parentPort
const { packed, ...setup } = workerData as ReportWorkerData
const engine = createReportEngine(setup, unpackCity(packed))

port.on('message', ({ id, news, atMs, share, shares }: ReportRequest) => {
  engine.learn(news)
  const count = engine.count()
  const from = Math.floor((count * share) / shares)
  const to = Math.floor((count * (share + 1)) / shares)
  port.postMessage({ id, text: engine.report(atMs, from, to) } satisfies ReportReply)
})
