import type { Database } from 'better-sqlite3'
import { prepared } from '../shared/prepared.ts'

/** The next cursor: one larger than any before it, in the order of commits. Inside a write only. */
export function nextCursor(db: Database): number {
  const row = prepared(
    db,
    `INSERT INTO alarm_cursor (id, value) VALUES (1, 1)
     ON CONFLICT (id) DO UPDATE SET value = value + 1 RETURNING value`,
  ).get() as { value: number }
  return row.value
}

/** Cursors for many rows of one write: taken from memory, stored once by `keep`. */
export function takeCursors(db: Database): { next(): number; giveBack(): void; keep(): void } {
  const first = newestCursor(db)
  let value = first
  return {
    next: () => ++value,
    giveBack() {
      value--
    },
    keep() {
      if (value === first) return
      prepared(
        db,
        `INSERT INTO alarm_cursor (id, value) VALUES (1, ?)
         ON CONFLICT (id) DO UPDATE SET value = excluded.value`,
      ).run(value)
    },
  }
}

/** The newest cursor; 0 before the first alarm. */
export function newestCursor(db: Database): number {
  const row = prepared(db, 'SELECT value FROM alarm_cursor WHERE id = 1').get() as
    | { value: number }
    | undefined
  return row?.value ?? 0
}

/** Keeps the flag of a device inside a write. */
export function setFlag(db: Database, sn: string, alarmFlg: 1 | 2): void {
  prepared(
    db,
    `INSERT INTO alarm_flags (sn, alarm_flg) VALUES (?, ?)
     ON CONFLICT (sn) DO UPDATE SET alarm_flg = excluded.alarm_flg WHERE alarm_flg <> excluded.alarm_flg`,
  ).run(sn, alarmFlg)
}

export function readFlags(db: Database): { sn: string; alarmFlg: 1 | 2 }[] {
  return db.prepare('SELECT sn, alarm_flg AS alarmFlg FROM alarm_flags').all() as {
    sn: string
    alarmFlg: 1 | 2
  }[]
}
