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

/** Stored actions of people, scenarios and the clock. Parts that need some of it in memory keep a mirror. */
export type OverlayLog = {
  /** Stores an entry; resolves after its commit. */
  append(entry: NewOverlayEntry): Promise<OverlayEntry>
  /** All entries that concern devices, by (atMs, seq). */
  entries(): Iterable<OverlayEntry>
  /** All entries of some kinds, devices' or the platform's, by (atMs, seq). */
  entriesOf(kinds: readonly string[]): Iterable<OverlayEntry>
  /** The entry of a kind that was committed last. */
  latest(kind: string): OverlayEntry | undefined
  /**
   * Removes actions after a platform moment, except the clock's own entries and fleets. Answers how many were removed.
   */
  cut(afterMs: number): Promise<number>
  /** Whether an entry fell to a cut: a mirror that learns of an entry late asks before it takes it in. */
  isCut(entry: OverlayEntry): boolean
  /** Calls back after a cut: mirrors drop entries that `isCut`. Returns a function that stops it. */
  onCut(listener: (cut: OverlayCut) => void): () => void
}

/** Entries up to sequence `lastSeq` that lie after `afterMs` are gone. */
export type OverlayCut = { afterMs: number; lastSeq: number }

/** Kinds that a cut leaves: the clock's segments, and which fleets there are. */
const KEPT_KINDS = ['clock', 'fleetAdded', 'fleetRemoved'] as const

type Row = { seq: number; at_ms: number; kind: string; sn: string; payload: string }

export function createOverlayLog(store: Store): OverlayLog {
  const cuts: OverlayCut[] = []
  const listeners = new Set<(cut: OverlayCut) => void>()
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
    *entriesOf(kinds) {
      const rows = store.read
        .prepare('SELECT * FROM overlay WHERE kind IN (SELECT value FROM json_each(?)) ORDER BY at_ms, seq')
        .iterate(JSON.stringify(kinds))
      for (const row of rows as Iterable<Row>) yield entryOf(row)
    },
    latest(kind) {
      const select = store.read.prepare('SELECT * FROM overlay WHERE kind = ? ORDER BY seq DESC LIMIT 1')
      const row = select.get(kind) as Row | undefined
      return row && entryOf(row)
    },
    async cut(afterMs) {
      const { removed, lastSeq } = await store.write('timeline.cut', { afterMs, keptKinds: KEPT_KINDS })
      const cut = { afterMs, lastSeq }
      cuts.push(cut)
      for (const listener of listeners) listener(cut)
      return removed
    },
    isCut: ({ kind, atMs, seq }) =>
      !isKept(kind) && cuts.some(({ afterMs, lastSeq }) => atMs > afterMs && seq <= lastSeq),
    onCut(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function isKept(kind: string): boolean {
  return KEPT_KINDS.some((kept) => kept === kind)
}

function entryOf(row: Row): OverlayEntry {
  return { seq: row.seq, atMs: row.at_ms, kind: row.kind, sn: row.sn, payload: JSON.parse(row.payload) }
}
