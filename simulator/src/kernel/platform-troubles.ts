import {
  DATABASE_TROUBLES,
  type DatabaseTrouble,
  type PlatformTrouble,
  TROUBLE_KINDS,
  type TroubleKind,
} from '@backlot/contract/troubles'
import type { HostClock } from './clock.ts'

/** Current problems of the platform itself, for its operators. */
export type PlatformTroubles = {
  /** In the order of their kinds. */
  list(): PlatformTrouble[]
  /** A trouble that is there; one that is there already keeps its beginning. */
  put(kind: TroubleKind, byMs?: number): void
  clear(kind: TroubleKind): void
  /** The database has one trouble at a time, or none. */
  database(trouble: DatabaseTrouble | undefined): void
  /**
   * Calls back after any change, with problems that began (or changed) and those that are over. Returns a function that
   * stops it.
   */
  onChange(listener: (change: TroubleChange) => void): () => void
}

export type TroubleChange = { began: PlatformTrouble } | { over: TroubleKind }

export function createPlatformTroubles(host: HostClock): PlatformTroubles {
  const troubles = new Map<TroubleKind, PlatformTrouble>()
  const listeners = new Set<(change: TroubleChange) => void>()
  const tell = (change: TroubleChange) => {
    for (const listener of [...listeners]) listener(change)
  }
  const put = (kind: TroubleKind, byMs?: number) => {
    const before = troubles.get(kind)
    if (before && before.byMs === byMs) return
    const sinceMs = before?.sinceMs ?? host.now()
    const began = { kind, sinceMs, ...(byMs === undefined ? {} : { byMs }) }
    troubles.set(kind, began)
    tell({ began })
  }
  const clear = (kind: TroubleKind) => {
    if (troubles.delete(kind)) tell({ over: kind })
  }
  return {
    list: () => TROUBLE_KINDS.flatMap((kind) => troubles.get(kind) ?? []),
    put,
    clear,
    database(trouble) {
      for (const kind of DATABASE_TROUBLES) if (kind !== trouble) clear(kind)
      if (trouble) put(trouble)
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
