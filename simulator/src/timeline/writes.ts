import type { Write } from '../store/store.ts'

/** Appends to the overlay log; answers the sequence. `payload` is JSON. */
const append: Write<{ atMs: number; kind: string; sn: string; payload: string }, number> = (db, entry) => {
  const { lastInsertRowid } = db
    .prepare('INSERT INTO overlay (at_ms, kind, sn, payload) VALUES (?, ?, ?, ?)')
    .run(Math.round(entry.atMs), entry.kind, entry.sn, entry.payload)
  return Number(lastInsertRowid)
}

export const TIMELINE_WRITES = { 'timeline.append': append } as const
