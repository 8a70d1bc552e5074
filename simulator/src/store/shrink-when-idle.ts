import type { Database } from 'better-sqlite3'
import { onIdle } from '../kernel/idle-memory.ts'

/** Has a connection give back the pages that it keeps in memory whenever the process is idle. Answers how to end it. */
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
