import type { Database } from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestPlatform,
  START_MS,
  type TestPlatform,
} from '../../../composition/areas/test-platform.test-support.ts'
import { readAfterJson } from './list-query.ts'

type Page = {
  list: { id: number; startTime: number; sn: string }[]
  total: number
  totalCapped?: boolean
  next?: string
}

const ALARMS = 100_000
const START_S = START_MS / 1000
let platform: TestPlatform
let admin: Awaited<ReturnType<TestPlatform['signIn']>>

beforeAll(async () => {
  platform = await createTestPlatform()
  admin = await platform.signIn('admin')
  for (let from = 0; from < ALARMS; from += 5000) {
    const drafts = Array.from({ length: 5000 }, (_, i) => ({
      sn: (from + i) % 10 === 0 ? 'S-PTZ' : 'N-PTZ',
      chnId: 1,
      alarmSeq: `storm${from + i}`,
      type: 'AiAlarm',
      subType: 'Crowd',
      startMs: START_MS - (from + i) * 500,
      resources: [],
    }))
    await platform.records.alarms.raise(drafts, { quiet: true })
  }
}, 120_000)
afterAll(() => platform[Symbol.asyncDispose]())

const page = async (query: string) =>
  ((await admin.get(`/alarm/list?pageSize=1000&${query}`)) as unknown as { data: Page }).data

test('a deep page is the right one, by number and by mark, and both count alike', async () => {
  const span = `startTime=${START_S - 86_400}&endTime=${START_S}`
  const deep = await page(`${span}&currentPage=99`)
  expect(deep.total).toBe(ALARMS)
  expect(deep.list[0]?.startTime).toBe(Math.floor((START_MS - 98_000 * 500) / 1000))
  const before = await page(`${span}&currentPage=98`)
  const marked = await page(`${span}&next=${before.next}`)
  expect(marked.list.map(({ id }) => id)).toEqual(deep.list.map(({ id }) => id))
})

test('what has to be looked for in a crowd is counted to the last one', async () => {
  const span = `startTime=${START_S - 86_400}&endTime=${START_S}`
  const open = await page(`${span}&processed=0`)
  expect(open).toMatchObject({ total: ALARMS })
  expect(open.totalCapped).toBeUndefined()
})

test('walking a crowd by type goes by start within a type, each alarm once', async () => {
  const seen = new Set<number>()
  let next = ''
  let before = Number.POSITIVE_INFINITY
  for (let pages = 0; pages < 5; pages++) {
    const { list, next: mark } = await page(`sort=type&order=desc${next}`)
    for (const { id, startTime } of list) {
      expect(startTime).toBeLessThanOrEqual(before)
      before = startTime
      seen.add(id)
    }
    next = `&next=${mark}`
  }
  expect(seen.size).toBe(5000)
})

test('walking by marks meets every alarm once, whatever the sorting', async () => {
  for (const sort of [
    'startTime&order=asc',
    'type&order=desc',
    'devName&order=asc',
    'processingTime&order=desc',
  ]) {
    const seen = new Set<number>()
    let next = ''
    let pages = 0
    for (let more = true; more; pages++) {
      const { list, next: mark } = await page(`sn=S-PTZ&sort=${sort}${next}`)
      for (const { id } of list) seen.add(id)
      next = `&next=${mark}`
      more = mark !== undefined && pages < 20
    }
    expect(pages).toBe(10)
    expect(seen.size).toBe(ALARMS / 10)
  }
})

test('a paging mark carries its sorting; with another one it is refused', async () => {
  const first = await page('sn=S-PTZ&sort=type&order=asc')
  const named = await page(`sn=S-PTZ&sort=type&order=asc&next=${first.next}`)
  const unnamed = await page(`sn=S-PTZ&next=${first.next}`)
  expect(unnamed.list).toEqual(named.list)
  for (const other of ['sort=devName&order=asc', 'sort=type&order=desc']) {
    expect(await admin.get(`/alarm/list?sn=S-PTZ&${other}&next=${first.next}`)).toMatchObject({
      code: 400,
      msg: 'The paging mark belongs to another sort order',
      data: { field: 'next' },
    })
  }
  const byName = await page('sn=S-PTZ&sort=devName')
  const chinese = await admin.get(`/alarm/list?sn=S-PTZ&sort=devName&next=${byName.next}`, {
    'accept-language': 'zh',
  })
  expect(chinese).toMatchObject({ code: 400, msg: '翻页标记属于另一种排序' })
})

test('skipping to a deep page reads indexes and no rows', () => {
  const plan = platform.store.read
    .prepare(
      `EXPLAIN QUERY PLAN SELECT id FROM alarms WHERE start_ms >= ? AND start_ms < ?
       ORDER BY start_ms DESC, id DESC LIMIT ? OFFSET ?`,
    )
    .all(0, START_MS, 100, 90_000) as { detail: string }[]
  expect(plan.map(({ detail }) => detail).join('\n')).toMatch(
    /^SEARCH alarms USING COVERING INDEX alarms_start/,
  )
})

test('what is newer is read along the cursors and not sorted, for an account of few groups too', () => {
  const { read } = platform.store
  let text = ''
  const listening = new Proxy(read, {
    get: (database, key: keyof Database) => (key === 'prepare' ? prepare : database[key]),
  })
  const prepare = (sql: string) => {
    text = sql
    return read.prepare(sql)
  }
  readAfterJson(listening, { after: 0, nowMs: START_MS, groupIds: [1, 2], limit: 100 }, 'zh')
  const plan = read.prepare(`EXPLAIN QUERY PLAN ${text}`).all(0, START_MS, '[1,2]', 100) as {
    detail: string
  }[]
  const details = plan.map(({ detail }) => detail).join('\n')
  expect(details).toContain('SEARCH alarms USING INDEX alarms_cursor')
  expect(details).not.toContain('TEMP B-TREE')
})
