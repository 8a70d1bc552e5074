import type { Store } from '../store/store.ts'

/** Something that was done, at a platform moment. `seq` is the commit order and breaks ties of `atMs`. */
export type OverlayEntry = {
  seq: number
  /** Platform time, epoch milliseconds. */
  atMs: number
  kind: string
  /** Serial of the device concerned; empty when it is the platform. */
  sn: string
  payload: unknown
}

export type NewOverlayEntry = Omit<OverlayEntry, 'seq'>

/**
 * What people, scenarios and the clock did, in memory and in the store. Device state (poses, forced connectivity) is
 * a fold over a device's entries, ordered by (atMs, seq).
 */
export type OverlayLog = {
  /** Stores an entry; it is in the log, and listeners know, when the promise resolves. */
  append(entry: NewOverlayEntry): Promise<OverlayEntry>
  /** Entries of a device, ordered. The array is the log's own: do not change it, do not keep it. */
  commandsOf(sn: string): readonly OverlayEntry[]
  /** Newest sequence; grows with every entry. */
  seq(): number
  onAppend(listener: (entry: OverlayEntry) => void): () => void
}

type Row = { seq: number; at_ms: number; kind: string; sn: string; payload: string }

/** Reads the stored log and follows it from there. */
export function createOverlayLog(store: Store): OverlayLog {
  const bySn = new Map<string, OverlayEntry[]>()
  const listeners = new Set<(entry: OverlayEntry) => void>()
  let newest = 0
  const insert = (entry: OverlayEntry) => {
    newest = Math.max(newest, entry.seq)
    const entries = bySn.get(entry.sn)
    if (!entries) {
      bySn.set(entry.sn, [entry])
      return
    }
    let at = entries.length
    while (at > 0 && isBefore(entry, entries[at - 1]!)) at--
    entries.splice(at, 0, entry)
  }
  for (const row of store.read
    .prepare('SELECT * FROM overlay ORDER BY at_ms, seq')
    .iterate() as Iterable<Row>) {
    insert({ seq: row.seq, atMs: row.at_ms, kind: row.kind, sn: row.sn, payload: JSON.parse(row.payload) })
  }
  return {
    async append(fresh) {
      const seq = await store.write('timeline.append', { ...fresh, payload: JSON.stringify(fresh.payload) })
      const entry = { ...fresh, seq }
      insert(entry)
      for (const listener of listeners) listener(entry)
      return entry
    },
    commandsOf: (sn) => bySn.get(sn) ?? NONE,
    seq: () => newest,
    onAppend(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const NONE: readonly OverlayEntry[] = []

function isBefore(a: OverlayEntry, b: OverlayEntry): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.seq < b.seq)
}
