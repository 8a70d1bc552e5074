import type { Database } from 'better-sqlite3'
import { prepared } from '../shared/prepared.ts'
import type { ServiceSample } from './ports.ts'

/** Keeps a minute, and forgets those before `keptFromMs`. */
export function keepSample(db: Database, args: { sample: ServiceSample; keptFromMs: number }): void {
  const { sample } = args
  prepared(
    db,
    `INSERT OR REPLACE INTO service_samples
       (at_ms, cpu_percent, memory_bytes, connections, bytes_in, bytes_out, devices_online)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    Math.floor(sample.atMs),
    sample.cpuPercent,
    Math.round(sample.memoryBytes),
    Math.round(sample.connections),
    Math.round(sample.bytesIn),
    Math.round(sample.bytesOut),
    Math.round(sample.devicesOnline),
  )
  prepared(db, 'DELETE FROM service_samples WHERE at_ms < ?').run(args.keptFromMs)
}
