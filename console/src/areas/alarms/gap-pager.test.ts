import { Alarm } from '@backlot/contract/alarms/entities'
import { expect, it, vi } from 'vitest'
import { createGapPager, firstCursor, joinGaps } from './gap-pager.ts'

const alarm = (cursor: number): Alarm =>
  Alarm.parse({
    id: cursor,
    sn: 'D1',
    chnId: 0,
    alarmSeq: `s${cursor}`,
    type: 'VideoLost',
    state: 1,
    alarmSource: 0,
    startTime: 1,
    endTime: null,
    isRead: 0,
    devName: 'D',
    cursor,
  })

it('joins gaps and fetches nothing older than the list could hold', () => {
  expect(joinGaps({ fromCursor: 10, toCursor: 20 }, { fromCursor: 25, toCursor: 40 })).toEqual({
    fromCursor: 10,
    toCursor: 40,
  })
  expect(firstCursor({ fromCursor: 0, toCursor: 600_000 })).toBe(598_000)
  expect(firstCursor({ fromCursor: 100, toCursor: 900 })).toBe(100)
})

it('pages through a gap until its end and leaves later alarms to the channel', async () => {
  const stored = Array.from({ length: 2600 }, (_unused, i) => alarm(i + 1))
  const delivered: number[] = []
  const asked: number[] = []
  const pager = createGapPager({
    fetchAfter: async (cursor, pageSize) => {
      asked.push(cursor)
      return { list: stored.filter((a) => (a.cursor ?? 0) > cursor).slice(0, pageSize) }
    },
    deliver: (alarms) => delivered.push(...alarms.map((a) => a.id)),
    onFailure: (error) => {
      throw error
    },
    pause: async () => undefined,
  })
  pager.add({ fromCursor: 500, toCursor: 2200 })
  await vi.waitFor(() => expect(delivered).toHaveLength(1700), { timeout: 30_000 })
  expect(asked).toEqual([500, 1000, 1500, 2000])
  expect(delivered[0]).toBe(501)
  expect(delivered.at(-1)).toBe(2200)
})

it('waits while gaps keep coming, and asks once for all of them', async () => {
  const asked: number[] = []
  let pauses = 0
  const pager = createGapPager({
    fetchAfter: async (cursor) => {
      asked.push(cursor)
      return { list: [alarm(cursor + 1)] }
    },
    deliver: () => undefined,
    onFailure: (error) => {
      throw error
    },
    pause: async () => {
      pauses++
      if (pauses <= 3) pager.add({ fromCursor: pauses * 10, toCursor: pauses * 10 + 5 })
    },
  })
  pager.add({ fromCursor: 4, toCursor: 5 })
  await vi.waitFor(() => expect(asked).toEqual([4]), { timeout: 30_000 })
  expect(pauses).toBe(4)
})

it('pages a storm that never ends all the same', async () => {
  const asked: number[] = []
  let to = 0
  const pager = createGapPager({
    fetchAfter: async (cursor) => {
      asked.push(cursor)
      pager.stop()
      return { list: [] }
    },
    deliver: () => undefined,
    onFailure: (error) => {
      throw error
    },
    pause: async () => {
      to += 10
      pager.add({ fromCursor: to, toCursor: to + 10 })
    },
  })
  pager.add({ fromCursor: 0, toCursor: 10 })
  await vi.waitFor(() => expect(asked).toHaveLength(1), { timeout: 30_000 })
})

it('delivers nothing that was asked for before it was stopped', async () => {
  const delivered = vi.fn()
  const failures = vi.fn()
  let answer: (page: { list: Alarm[] }) => void = () => undefined
  const pager = createGapPager({
    fetchAfter: () => new Promise((resolve) => (answer = resolve)),
    deliver: delivered,
    onFailure: failures,
    pause: async () => undefined,
  })
  pager.add({ fromCursor: 6, toCursor: 7 })
  await Promise.resolve()
  await Promise.resolve()
  await Promise.resolve()
  pager.stop()
  answer({ list: [alarm(7)] })
  await Promise.resolve()
  expect(delivered).not.toHaveBeenCalled()
  expect(failures).not.toHaveBeenCalled()
})

it('tries a failed round again', async () => {
  const failures = vi.fn()
  const delivered = vi.fn()
  let attempt = 0
  const pager = createGapPager({
    fetchAfter: async () => {
      attempt += 1
      if (attempt === 1) throw new Error('cut')
      return { list: [alarm(7)] }
    },
    deliver: delivered,
    onFailure: failures,
    pause: async () => undefined,
  })
  pager.add({ fromCursor: 6, toCursor: 7 })
  await vi.waitFor(() => expect(delivered).toHaveBeenCalled(), { timeout: 30_000 })
  expect(failures).toHaveBeenCalledOnce()
})
