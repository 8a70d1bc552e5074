import type { Database } from 'better-sqlite3'
import { lt } from 'drizzle-orm'
import { queryBuilder } from '../../store/query-builder.ts'
import type { ServiceSample } from './ports.ts'
import { serviceSamples } from './tables.ts'

/** Keeps a minute, and forgets those before `completeFromMs`. */
export function keepSample(db: Database, args: { sample: ServiceSample; completeFromMs: number }): void {
  const { atMs, cpuPercent, ...counts } = args.sample
  const set = {
    cpuPercent,
    memoryBytes: Math.round(counts.memoryBytes),
    connections: Math.round(counts.connections),
    bytesIn: Math.round(counts.bytesIn),
    bytesOut: Math.round(counts.bytesOut),
    devicesOnline: Math.round(counts.devicesOnline),
  }
  const query = queryBuilder(db)
  query
    .insert(serviceSamples)
    .values({ atMs: Math.floor(atMs), ...set })
    .onConflictDoUpdate({ target: serviceSamples.atMs, set })
    .run()
  query.delete(serviceSamples).where(lt(serviceSamples.atMs, args.completeFromMs)).run()
}
