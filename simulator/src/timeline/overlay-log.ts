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

/** What people, scenarios and the clock did, as stored. Who needs a part of it in memory keeps a mirror. */
export type OverlayLog = {
  /** Stores an entry; resolves after its commit. */
  append(entry: NewOverlayEntry): Promise<OverlayEntry>
  /** All entries that concern devices, by (atMs, seq). */
  entries(): Iterable<OverlayEntry>
  /** The entry of a kind that was committed last. */
  latest(kind: string): OverlayEntry | undefined
}

type Row = { seq: number; at_ms: number; kind: string; sn: string; payload: string }

export function createOverlayLog(store: Store): OverlayLog {
  return {
    async append(fresh) {
      const atMs = Math.round(fresh.atMs)
      const seq = await store.write('timeline.append', { ...fresh, payload: JSON.stringify(fresh.payload) })
      return { ...fresh, atMs, seq }
    },
    *entries() {
      const rows = store.read.prepare("SELECT * FROM overlay WHERE sn <> '' ORDER BY at_ms, seq").iterate()
      for (const row of rows as Iterable<Row>) yield entryOf(row)
    },
    latest(kind) {
      const select = store.read.prepare('SELECT * FROM overlay WHERE kind = ? ORDER BY seq DESC LIMIT 1')
      const row = select.get(kind) as Row | undefined
      return row && entryOf(row)
    },
  }
}

function entryOf(row: Row): OverlayEntry {
  return { seq: row.seq, atMs: row.at_ms, kind: row.kind, sn: row.sn, payload: JSON.parse(row.payload) }
}
