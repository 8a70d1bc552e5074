import { KnownAddresses, NO_FAST_CONFIG } from '@backlot/contract/servers/fast-config'
import type { Store } from '../../store/store.ts'

/** Stored addresses of the servers, with their version (0: never set). */
export type FastConfigRepository = { current(): { config: KnownAddresses; version: number } }

export function createFastConfigRepository(store: Store): FastConfigRepository {
  const row = store.read.prepare('SELECT version, config FROM fast_configs WHERE id = 1')
  return {
    current() {
      const kept = row.get() as { version: number; config: string } | undefined
      if (!kept) return { config: NO_FAST_CONFIG, version: 0 }
      return { config: KnownAddresses.parse(JSON.parse(kept.config)), version: kept.version }
    },
  }
}
