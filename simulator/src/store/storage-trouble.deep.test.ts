import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CODES } from '@backlot/contract/codes'
import type { DatabaseTrouble } from '@backlot/contract/troubles'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore } from '../composition/store/open-store.ts'
import { StorageError } from '../kernel/storage-error.ts'
import Database from './sqlite.ts'
import type { Store } from './store.ts'
import { watchFiles } from './watch-files.ts'

let folder: string
let file: string
let troubles: (DatabaseTrouble | undefined)[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backlot-trouble-'))
  file = join(folder, 'data', 'backlot.db')
  troubles = []
  mkdirSync(join(folder, 'data'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const openWatchedStore = () =>
  openStore(
    file,
    (error) => {
      throw error
    },
    { now: Date.now, onTrouble: (trouble) => troubles.push(trouble) },
  )
const payload = 'x'.repeat(200)
const write = (store: Store, n: number) =>
  store.write('timeline.append', { atMs: n, kind: 'k', sn: `S${n}`, payload })
/** How many writes were acknowledged; the others were refused as those of storage are. */
async function acknowledged(store: Store, count: number): Promise<number> {
  const results = await Promise.allSettled(Array.from({ length: count }, (_, n) => write(store, n)))
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(StorageError)
  }
  return results.filter(({ status }) => status === 'fulfilled').length
}
const countIn = (path: string) => {
  const db = new Database(path, { readonly: true })
  const count = db.prepare('SELECT count(*) FROM overlay').pluck().get()
  db.close()
  return count
}

test('a deleted data folder: no write is acknowledged any longer, whoever reads goes on', async () => {
  await using store = await openWatchedStore()
  await write(store, 1)
  rmSync(join(folder, 'data'), { recursive: true })
  expect(await acknowledged(store, 30)).toBe(0)
  expect(troubles).toEqual(['databaseGone'])
  expect(store.trouble()).toBe('databaseGone')
  await expect(write(store, 2)).rejects.toMatchObject({
    code: CODES.unavailable,
    failure: 'databaseGone',
    message: expect.stringMatching(/restart/i),
  })
  // Refused writes are in no answer.
  expect(store.read.prepare('SELECT count(*) FROM overlay').pluck().get()).toBe(1)
})

test('without any write it is noticed by a look, and over when the folder is back', async () => {
  await using store = await openWatchedStore()
  await write(store, 1)
  store.look()
  expect(troubles).toEqual([])
  renameSync(join(folder, 'data'), join(folder, 'elsewhere'))
  store.look()
  expect(troubles).toEqual(['databaseGone'])
  renameSync(join(folder, 'elsewhere'), join(folder, 'data'))
  store.look()
  expect(troubles).toEqual(['databaseGone', undefined])
  expect(await acknowledged(store, 3)).toBe(3)
})

test('a database that another was put in the place of is not written to', async () => {
  await using store = await openWatchedStore()
  await write(store, 1)
  writeFileSync(`${file}.copy`, 'another database')
  renameSync(`${file}.copy`, file)
  expect(await acknowledged(store, 5)).toBe(0)
  expect(troubles).toEqual(['databaseReplaced'])
  expect(statSync(file).size).toBe('another database'.length)
})

test('a log that alone is deleted loses nothing that was acknowledged', async () => {
  {
    await using store = await openWatchedStore()
    expect(await acknowledged(store, 20)).toBe(20)
    rmSync(`${file}-wal`)
    expect(await acknowledged(store, 5)).toBe(0)
    expect(troubles).toEqual(['databaseLogGone'])
    expect(countIn(file)).toBe(20)
  }
  troubles = []
  await using again = await openWatchedStore()
  expect(again.trouble()).toBeUndefined()
  expect(await acknowledged(again, 1)).toBe(1)
})

test('a log that is deleted while nobody writes is copied at the next look', async () => {
  await using store = await openWatchedStore()
  expect(await acknowledged(store, 20)).toBe(20)
  rmSync(`${file}-wal`)
  store.look()
  expect(troubles).toEqual(['databaseLogGone'])
  await expect.poll(() => countIn(file), { timeout: 10_000 }).toBe(20)
})

test('while another program holds the database, writes are refused; after it they are kept', async () => {
  await using store = await openWatchedStore()
  const other = new Database(file)
  other.exec('BEGIN IMMEDIATE')
  await expect(write(store, 1)).rejects.toMatchObject({
    code: CODES.unavailable,
    failure: 'databaseFailing',
  })
  other.exec('ROLLBACK')
  other.close()
  await write(store, 2)
  expect(troubles).toEqual(['databaseFailing', undefined])
}, 20_000)

/** Overwrites the pages from the first to the second share of a file. */
function spoil(path: string, from: number, to: number): void {
  const { size } = statSync(path)
  const handle = openSync(path, 'r+')
  const first = Math.max(4096, Math.floor((size * from) / 4096) * 4096)
  const bytes = Buffer.alloc(Math.floor(size * (to - from)), 0xa5)
  writeSync(handle, bytes, 0, bytes.length, first)
  closeSync(handle)
}

async function filled(): Promise<void> {
  await using store = await openWatchedStore()
  await acknowledged(store, 4000)
}

test.each([
  ['whose middle pages are overwritten', () => spoil(file, 0.3, 0.6)],
  ['that is cut off', () => truncateSync(file, Math.floor(statSync(file).size / 2))],
  ['with a wrong header', () => spoilHeader()],
  ['that is no database at all', () => writeFileSync(file, 'no database'.repeat(1000))],
  ['that lacks a table', () => change('DROP TABLE favourites')],
  ['that lacks an index', () => change('DROP INDEX overlay_by_sn')],
  ['with a table of another version', () => change('ALTER TABLE users RENAME COLUMN logo TO sign')],
  ['that lacks the list of its migrations', () => change('DROP TABLE migrations')],
])('a database %s ends the start with one line and the way out', async (_, effect) => {
  await filled()
  effect()
  await expect(openWatchedStore()).rejects.toMatchObject({
    name: 'StartError',
    message: expect.stringMatching(/^[^\n]*(backups folder|--data)[^\n]*$/),
  })
  expect(existsSync(file)).toBe(true)
})

function spoilHeader(): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, Buffer.from('SQLite format 9'), 0, 15, 0)
  closeSync(handle)
}

function change(sql: string): void {
  const db = new Database(file)
  db.exec(sql)
  db.close()
}

test('pages that are damaged while it runs: reads say so, writes are refused, and it is reported once', async () => {
  await filled()
  await using store = await openWatchedStore()
  const all = store.read.prepare('SELECT sum(length(payload)) FROM overlay').pluck()
  spoil(file, 0.1, 0.9)
  for (let n = 0; n < 2; n++) {
    expect(() => all.get()).toThrow(StorageError)
  }
  expect(troubles).toEqual(['databaseDamaged'])
  expect(await acknowledged(store, 3)).toBe(0)
})

test('a table that is taken away while it runs is damage too', async () => {
  await using store = await openWatchedStore()
  change('DROP TABLE favourites')
  expect(() => store.read.prepare('SELECT * FROM favourites').all()).toThrow(StorageError)
  expect(troubles).toEqual(['databaseDamaged'])
})

test('a file or a folder that may not be written is noticed, and when it may again', () => {
  writeFileSync(file, 'database')
  let locked = ''
  const watch = watchFiles(file, (path) => {
    if (path === locked) throw Object.assign(new Error('EROFS'), { code: 'EROFS' })
  })
  for (const path of [file, join(folder, 'data')]) {
    expect(watch.lookClosely()).toBeUndefined()
    locked = path
    expect(watch.lookClosely()).toBe('databaseReadOnly')
    locked = ''
  }
})

test('a refusal of storage is in the language of the caller', () => {
  const error = new StorageError('databaseGone')
  expect(error.inLanguage('zh').message).toMatch(/数据库文件/)
  expect(error.inLanguage('en').message).toMatch(/database file/)
})
