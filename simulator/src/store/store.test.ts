import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database as OpenDatabase } from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore } from '../composition/store/open-store.ts'
import { PlatformError } from '../kernel/platform-error.ts'
import { openForReading } from './database-file.ts'
import { runGroup } from './group-commit.ts'
import { type Migration, migrate } from './migrate.ts'
import Database from './sqlite.ts'
import type { Write } from './write.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backlot-store-'))
  file = join(folder, 'backlot.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const add: Write<{ n: number }, number> = (db, { n }) => {
  db.prepare('INSERT INTO numbers VALUES (?)').run(n)
  if (n === 13) throw new PlatformError('conflict', 'thirteen', 'n')
  return n * 2
}
const clock = { hostMs: 0 }
const still = () => 0

function numbers(): OpenDatabase {
  const db = new Database(':memory:')
  db.exec('CREATE TABLE numbers (n INTEGER)')
  return db
}

test('a refused write takes back its own changes only, and its error keeps code and field', () => {
  const db = numbers()
  const queue = [12, 13, 14].map((n, id) => ({ id, name: 'add', args: { n } }))
  const replies = runGroup(db, { add }, queue, clock, still)
  expect(replies).toEqual([
    { id: 0, result: 24 },
    { id: 1, error: { message: 'thirteen', code: 409, field: 'n' } },
    { id: 2, result: 28 },
  ])
  expect(queue).toEqual([])
  expect(db.prepare('SELECT n FROM numbers').pluck().all()).toEqual([12, 14])
})

test('a group ends at 250 jobs or when its time is up; the rest waits', () => {
  const db = numbers()
  const jobs = () => Array.from({ length: 600 }, (_, id) => ({ id, name: 'add', args: { n: 1 } }))
  const many = jobs()
  expect(runGroup(db, { add }, many, clock, still)).toHaveLength(250)
  expect(many).toHaveLength(350)
  let ms = 0
  const slow = jobs()
  const few = runGroup(db, { add }, slow, clock, () => {
    ms += 5
    return ms
  })
  expect(few.length).toBeLessThan(10)
  expect(few.length + slow.length).toBe(600)
})

test('writes resolve after their commit: the reading connection sees them', async () => {
  await using store = await openStore(
    file,
    (error) => {
      throw error
    },
    { now: Date.now },
  )
  const entry = { kind: 'k', sn: 'A', payload: '{}' }
  const seqs = await Promise.all([1, 2, 3].map((atMs) => store.write('timeline.append', { ...entry, atMs })))
  expect(seqs).toEqual([1, 2, 3])
  expect(store.read.prepare('SELECT count(*) FROM overlay').pluck().get()).toBe(3)
  expect(() => store.read.prepare('DELETE FROM overlay').run()).toThrow(/readonly/)
  expect(store.queueDepth()).toBe(0)
})

test('a write that is no write is refused and the writer lives on', async () => {
  await using store = await openStore(
    file,
    (error) => {
      throw error
    },
    { now: Date.now },
  )
  await expect(store.write('nothing.atAll' as 'timeline.append', {} as never)).rejects.toThrow(
    'No write is called',
  )
  expect(await store.write('timeline.append', { atMs: 1, kind: 'k', sn: '', payload: '{}' })).toBe(1)
})

test('what was committed is copied from the log into the database while the store is open', async () => {
  await using store = await openStore(
    file,
    (error) => {
      throw error
    },
    { now: Date.now },
  )
  const payload = 'x'.repeat(100)
  const write = (n: number) => store.write('timeline.append', { atMs: n, kind: 'k', sn: `S${n}`, payload })
  const before = statSync(file).size
  await Promise.all(Array.from({ length: 3000 }, (_, n) => write(n)))
  await expect.poll(() => statSync(file).size).toBeGreaterThan(before)
})

const one: Migration = {
  tag: '0000',
  hash: 'h1',
  statements: ['CREATE TABLE a (x INTEGER)', 'INSERT INTO a VALUES (1)'],
}
const two: Migration = { tag: '0001', hash: 'h2', statements: ['ALTER TABLE a ADD COLUMN y INTEGER'] }

test('migrations go forward in order, once, with a copy of what was before', async () => {
  const db = new Database(file)
  await migrate(db, file, [one])
  await migrate(db, file, [one, two])
  await migrate(db, file, [one, two])
  expect(db.prepare('SELECT x, y FROM a').all()).toEqual([{ x: 1, y: null }])
  expect(db.pragma('user_version', { simple: true })).toBe(2)
  db.close()
  expect(readdirSync(join(folder, 'backups'))).toEqual(['before-schema-2.db'])
  const copy = openForReading(join(folder, 'backups', 'before-schema-2.db'))
  expect(copy.pragma('user_version', { simple: true })).toBe(1)
  copy.close()
})

test('a migration that fails leaves the database as it was', async () => {
  const db = new Database(file)
  await migrate(db, file, [one])
  const broken: Migration = { tag: '0001', hash: 'h2', statements: ['CREATE TABLE b (x)', 'no SQL at all'] }
  await expect(migrate(db, file, [one, broken])).rejects.toThrow()
  expect(db.pragma('user_version', { simple: true })).toBe(1)
  expect(db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'b'").get()).toBeUndefined()
  db.close()
})

test('a newer database, one of another line and one of another program are refused', async () => {
  const db = new Database(file)
  await migrate(db, file, [one, two])
  await expect(migrate(db, file, [one])).rejects.toThrow('newer Backlot')
  await expect(migrate(db, file, [one, { ...two, hash: 'other' }])).rejects.toThrow('unreleased')
  // However many steps the other line has.
  await expect(migrate(db, file, [{ ...one, hash: 'other' }])).rejects.toThrow('unreleased')
  db.close()
  const foreign = new Database(join(folder, 'foreign.db'))
  foreign.exec('CREATE TABLE theirs (x)')
  await expect(migrate(foreign, 'foreign.db', [one])).rejects.toThrow("another program's")
  foreign.close()
})

test('a full disk refuses the whole of a group, keeps what was acknowledged, and writes on when there is room', () => {
  const db = numbers()
  const page = 'x'.repeat(3000)
  db.exec('CREATE TABLE texts (text TEXT)')
  const put: Write<string, void> = (at, text) => void at.prepare('INSERT INTO texts VALUES (?)').run(text)
  const jobs = (count: number) => Array.from({ length: count }, (_, id) => ({ id, name: 'put', args: page }))
  const first = runGroup(db, { put }, jobs(3), clock, still)
  expect(first.every((reply) => 'result' in reply)).toBe(true)
  const pages = db.pragma('page_count', { simple: true }) as number
  db.pragma(`max_page_count = ${pages + 2}`)
  const queue = jobs(9)
  while (queue.length > 0) {
    for (const reply of runGroup(db, { put }, queue, clock, still)) {
      expect(reply).toMatchObject({ error: { code: 'SQLITE_FULL' } })
    }
  }
  const count = () => db.prepare('SELECT count(*) FROM texts').pluck().get()
  expect(count()).toBe(3)
  db.pragma('max_page_count = 1000000')
  expect(runGroup(db, { put }, jobs(2), clock, still)).toHaveLength(2)
  expect(count()).toBe(5)
})

test('a write that a fault finds no room for changes nothing, others of its group are kept', () => {
  const db = numbers()
  const queue = [{ n: 1 }, { n: 2, impact: { full: true as const } }, { n: 3, impact: { slowMs: 1 } }].map(
    ({ n, ...rest }, id) => ({ id, name: 'add', args: { n }, ...rest }),
  )
  const replies = runGroup(db, { add }, queue, clock, still)
  expect(replies.map((reply) => 'result' in reply)).toEqual([true, false, true])
  expect(db.prepare('SELECT n FROM numbers').pluck().all()).toEqual([1, 3])
})
