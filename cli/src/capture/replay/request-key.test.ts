import { expect, it } from 'vitest'
import type { Exchange } from '../capture.ts'
import { createPlatformTime } from './platform-time.ts'
import { RecordedCalls } from './recorded-calls.ts'
import { requestKey } from './request-key.ts'
import { Visitor } from './visitor.ts'

const get = (path: string) => requestKey({ method: 'GET', path })
const post = (body: unknown) => requestKey({ method: 'POST', path: '/a', body: JSON.stringify(body) })

it('two requests that ask the same have one key, whatever the order, the nonce, the session and the moment', () => {
  expect(get('/a?x=1&y=2&_=77&nonce=q&token=abc').key).toBe(get('/a?y=2&x=1&token=def').key)
  expect(get('/a?x=1').key).not.toBe(get('/a?x=2').key)
  expect(get('/%E5%8C%97').key).toBe(get('/北').key)
  expect(post({ b: 1, a: { d: 2, c: [3] }, password: 'x' }).key).toBe(post({ a: { c: [3], d: 2 }, b: 1 }).key)
  expect(post({ a: [1, 2] }).key).not.toBe(post({ a: [2, 1] }).key)
  expect(get('/a?startTime=1763820000&from=2026-05-01%2008:00:00')).toEqual({
    key: get('/a?startTime=1763820111&from=2026-05-02%2008:00:00').key,
    moments: [Date.UTC(2026, 4, 1, 8), 1_763_820_000_000],
  })
  // A number that no name calls a moment is a number.
  expect(get('/a?id=1763820000').moments).toEqual([])
  expect(requestKey({ method: 'GET', path: '/a', range: 'bytes=0-1' }).key).not.toBe(get('/a').key)
})

const MINUTE_MS = 60_000
const beganMs = Date.UTC(2026, 4, 1)
const exchange = (id: number, t: number, path: string): Exchange => ({
  id,
  t,
  method: 'GET',
  path,
  headers: {},
  reply: { t, status: 200, headers: {} },
  body: { text: String(id) },
  pieces: [],
  isCut: false,
})
const time = createPlatformTime({ clocks: [], manifest: { beganMs } as never })
const seconds = (ms: number) => Math.round(ms / 1000)

it('answers come in recorded order, the last again and again', () => {
  const repository = new RecordedCalls(
    [exchange(1, 0, '/a'), exchange(2, 5, '/b'), exchange(3, 9, '/a')],
    time,
  )
  const visitor = new Visitor(0, 1)
  const ids = [1, 2, 3].map(() => repository.find(get('/a'), visitor)?.id)
  expect([...ids, repository.find(get('/c'), visitor)]).toEqual([1, 3, 3, undefined])
})

it('who signs in as one of several accounts gets what was recorded of that one, and of others what it lacks', () => {
  const repository = new RecordedCalls(
    [exchange(1, 0, '/me'), exchange(2, 5, '/tree'), exchange(3, 100, '/me'), exchange(4, 200, '/me')],
    time,
  )
  const visitor = new Visitor(50, 1, { fromT: 50, toT: 150 })
  const ids = ['/me', '/me', '/tree'].map((path) => repository.find(get(path), visitor)?.id)
  expect(ids).toEqual([3, 3, 2])
  visitor.again(10)
  expect(Math.round(visitor.t())).toBe(50)
})

it('a moment fits on the clock or counted from now, and no other span is answered', () => {
  const hourBefore = (ms: number) => `/a?startTime=${seconds(ms - 60 * MINUTE_MS)}`
  const repository = new RecordedCalls([exchange(1, 0, hourBefore(beganMs))], time)
  const find = (path: string, t: number) => repository.find(get(path), new Visitor(t, 0))?.id
  // Half an hour later the page requests its own last hour, or still the recorded one.
  expect(find(hourBefore(beganMs + 30 * MINUTE_MS), 30 * MINUTE_MS)).toBe(1)
  expect(find(hourBefore(beganMs), 30 * MINUTE_MS)).toBe(1)
  expect(find(`/a?startTime=${seconds(beganMs - 120 * MINUTE_MS)}`, 0)).toBeUndefined()
})
