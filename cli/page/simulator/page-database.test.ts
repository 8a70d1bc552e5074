import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from '@backlot/simulator/store/sqlite'
import { expect, test } from 'vitest'
import Page from './page-database.ts'

const TABLE = 'CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT UNIQUE, data BLOB, n REAL)'

/** What both databases answer to the same calls. */
function both(run: (db: Page | InstanceType<typeof Sqlite>) => unknown): void {
  const [mine, theirs] = [new Page(':memory:'), new Sqlite(':memory:')]
  try {
    mine.exec(TABLE)
    theirs.exec(TABLE)
    expect(run(mine)).toEqual(run(theirs))
  } finally {
    mine.close()
    theirs.close()
  }
}

type Rows = {
  run(...values: unknown[]): unknown
  get(...values: unknown[]): unknown
  all(...values: unknown[]): unknown[]
}
const prepared = (db: unknown, sql: string) =>
  (db as { prepare(text: string): Rows & { pluck(): Rows; raw(): Rows } }).prepare(sql)

test('rows, changes and values are those of better-sqlite3', () => {
  both((db) => {
    const insert = prepared(db, 'INSERT INTO t (name, data, n) VALUES (@name, @data, @n)')
    const made = [
      insert.run({ name: '一号', data: Buffer.from([1, 0, 255]), n: 1.5 }),
      insert.run({ name: 'two', data: null, n: 9_007_199_254_740_991 }),
    ]
    return [
      made,
      prepared(db, 'UPDATE t SET n = ? WHERE id > ?').run(2, 0),
      prepared(db, 'UPDATE t SET n = 1 WHERE id = 99').run(),
      prepared(db, 'SELECT * FROM t ORDER BY id').all(),
      prepared(db, 'SELECT name FROM t WHERE id = ?').pluck().get(2),
      prepared(db, 'SELECT id, name FROM t').raw().all(),
      prepared(db, 'SELECT * FROM t WHERE id = 99').get(),
      prepared(db, 'INSERT INTO t (name) VALUES (?) RETURNING id').get('three'),
      (db.pragma('user_version', { simple: true }) as number) + 0,
    ]
  })
})

test('refused writes have the codes of better-sqlite3, and a transaction takes all of them back', () => {
  both((db) => {
    const insert = prepared(db, 'INSERT INTO t (id, name) VALUES (?, ?)')
    const codes: unknown[] = []
    const all = (db as InstanceType<typeof Sqlite>).transaction((names: string[]) => {
      for (const [at, name] of names.entries()) insert.run(at + 1, name)
    })
    try {
      all(['a', 'b', 'a'])
    } catch (error) {
      codes.push((error as { code: string }).code, (error as Error).message)
    }
    all.immediate(['c', 'd'])
    for (const sql of ['SELECT * FROM absent', 'NO SQL']) {
      try {
        prepared(db, sql)
      } catch (error) {
        codes.push((error as { code: string }).code)
      }
    }
    return [codes, db.inTransaction, prepared(db, 'SELECT name FROM t').pluck().all()]
  })
})

test('two connections have one file, and a copy that is put in its place is what is opened next', () => {
  const folder = mkdtempSync(join(tmpdir(), 'backlot-page-'))
  try {
    const [file, copy] = [join(folder, 'a.db'), join(folder, 'b.db')]
    const first = new Page(file)
    first.exec(TABLE)
    first.prepare('INSERT INTO t (name) VALUES (?)').run('kept')
    const second = new Page(file, { readonly: true })
    expect(second.prepare('SELECT name FROM t').pluck().all()).toEqual(['kept'])
    first.prepare('VACUUM INTO ?').run(copy)
    expect(statSync(copy).size).toBeGreaterThan(4096)
    first.prepare('DELETE FROM t').run()
    for (const db of [first, second]) db.close()
    const restored = new Page(copy)
    expect(restored.prepare('SELECT name FROM t').pluck().all()).toEqual(['kept'])
    restored.close()
    expect(() => new Page(join(folder, 'absent.db'), { fileMustExist: true })).toThrow('unable to open')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
