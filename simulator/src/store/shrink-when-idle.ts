import type { Database } from 'better-sqlite3'
import { onIdle } from '../kernel/idle-memory.ts'

/** Makes a connection give back its cached pages whenever the process is idle. Returns a function that ends it. */
export function shrinkWhenIdle(db: Database): () => void {
  return onIdle(() => {
    if (!db.open) return
    try {
      db.pragma('shrink_memory')
    } catch {
      // It is in the middle of a query, and keeps its pages until the next time.
    }
  })
}
