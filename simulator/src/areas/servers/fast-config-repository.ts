import { KnownAddresses, NO_FAST_CONFIG } from '@backlot/contract/servers/fast-config'
import { eq } from 'drizzle-orm'
import { queryBuilder } from '../../store/query-builder.ts'
import type { Store } from '../../store/store.ts'
import { fastConfigs } from './tables.ts'

/** Stored addresses of the servers, with their version (0: never set). */
export type FastConfigRepository = { current(): { config: KnownAddresses; version: number } }

export function createFastConfigRepository(store: Store): FastConfigRepository {
  const row = queryBuilder(store.read).select().from(fastConfigs).where(eq(fastConfigs.id, 1)).prepare()
  return {
    current() {
      const kept = row.get()
      if (!kept) return { config: NO_FAST_CONFIG, version: 0 }
      return { config: KnownAddresses.parse(JSON.parse(kept.config)), version: kept.version }
    },
  }
}
