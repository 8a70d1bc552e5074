import type { Database } from 'better-sqlite3'
import { prepared } from '../../shared/prepared.ts'
import type { AlarmRow } from '../alarm-row.ts'

/** Why an alarm is left as it is. */
export type Hindrance =
  | 'gone'
  | 'snapshot'
  /** This user may not process it again. */
  | 'processed'
  /** A work order was made of it. */
  | 'ordered'
  /** Somebody else processed it since the caller looked. */
  | 'changed'
  /** Type 100 is given by making a work order only. */
  | 'notSure'
  | 'unprocessed'
  | 'own'
  /** A colleague responds to it. */
  | 'taken'
  /** This user processed nothing that could be taken back. */
  | 'notUndoable'
  /** Processed too long ago to be taken back. */
  | 'undoLate'
  /** Somebody did something about the alarm since. */
  | 'undoChanged'
  /** Somebody did something about the work order that was made of it. */
  | 'undoOrder'

/** An alarm that was left unchanged: who has processed it (or the reason), and when. */
export type Hindered = { id: number; why: Hindrance; name: string; atMs: number | null }

export type ActionOutcome = { rows: AlarmRow[]; hindered: Hindered[] }

/** Looks at every alarm first, then acts on all of them, on those that allow it, or on none. */
export function eachOrNone<Item extends { id: number }>(
  db: Database,
  { items, each }: { items: readonly Item[]; each: boolean },
  hindranceOf: (row: AlarmRow, item: Item) => Hindrance | Omit<Hindered, 'id'> | undefined,
  action: (row: AlarmRow, item: Item) => AlarmRow,
): ActionOutcome {
  const find = prepared(db, 'SELECT * FROM alarms WHERE id = ?')
  const free: { row: AlarmRow; item: Item }[] = []
  const hindered: Hindered[] = []
  for (const item of items) {
    const row = find.get(item.id) as AlarmRow | undefined
    const why = row ? hindranceOf(row, item) : 'gone'
    if (row && why === undefined) free.push({ row, item })
    else if (typeof why === 'object') hindered.push({ id: item.id, ...why })
    else hindered.push(hinderedRow(item.id, why ?? 'gone', row))
  }
  if (hindered.length > 0 && !each) return { rows: [], hindered }
  return { rows: free.map(({ row, item }) => action(row, item)), hindered }
}

function hinderedRow(id: number, why: Hindrance, row: AlarmRow | undefined): Hindered {
  const [name, atMs] =
    why === 'taken' ? [row?.responder_name, row?.responded_ms] : [row?.processing_name, row?.processing_ms]
  return { id, why, name: name ?? '', atMs: atMs ?? null }
}
