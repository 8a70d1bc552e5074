import type { Write } from '../store/write.ts'

/** Appends to the overlay log; answers the sequence. `payload` is JSON. */
const append: Write<{ atMs: number; kind: string; sn: string; payload: string }, number> = (db, entry) => {
  const { lastInsertRowid } = db
    .prepare('INSERT INTO overlay (at_ms, kind, sn, payload) VALUES (?, ?, ?, ?)')
    .run(Math.round(entry.atMs), entry.kind, entry.sn, entry.payload)
  return Number(lastInsertRowid)
}

/** Removes the entries after a platform moment but those of `keptKinds`. `lastSeq` is the newest sequence there was. */
const cut: Write<{ afterMs: number; keptKinds: readonly string[] }, { removed: number; lastSeq: number }> = (
  db,
  { afterMs, keptKinds },
) => {
  const { lastSeq } = db.prepare('SELECT ifnull(max(seq), 0) AS lastSeq FROM overlay').get() as {
    lastSeq: number
  }
  const { changes } = db
    .prepare('DELETE FROM overlay WHERE at_ms > ? AND kind NOT IN (SELECT value FROM json_each(?))')
    .run(Math.floor(afterMs), JSON.stringify(keptKinds))
  return { removed: changes, lastSeq }
}

export const TIMELINE_WRITES = { 'timeline.append': append, 'timeline.cut': cut } as const
