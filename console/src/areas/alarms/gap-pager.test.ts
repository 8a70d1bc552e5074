import { Alarm } from '@backlot/contract/alarms/entities'
import { expect, it, vi } from 'vitest'
import { createGapPager, firstCursor, type Gap, joinGaps } from './gap-pager.ts'

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

/** A gap of which this console may see every alarm. */
const gap = (fromCursor: number, toCursor: number): Gap => ({
  fromCursor,
  toCursor,
  skipped: toCursor - fromCursor,
})

it('joins gaps and fetches nothing older than the list could hold', () => {
  expect(joinGaps(gap(10, 20), gap(25, 40))).toEqual({ fromCursor: 10, toCursor: 40, skipped: 25 })
  expect(firstCursor(gap(0, 600_000))).toBe(598_000)
  expect(firstCursor(gap(100, 900))).toBe(100)
  expect(firstCursor({ fromCursor: 0, toCursor: 600_000, skipped: 6000 })).toBe(400_000)
  expect(firstCursor({ fromCursor: 0, toCursor: 600_000, skipped: 12 })).toBe(0)
})

it('older parts of a gap are not fetched once newer ones fill the list', async () => {
  const asked: number[] = []
  const pager = createGapPager({
    fetchAfter: async (cursor, pageSize) => {
      asked.push(cursor)
      return { list: Array.from({ length: pageSize }, (_unused, i) => alarm(cursor + 1 + i)) }
    },
    deliver: () => undefined,
    onFailure: (error) => {
      throw error
    },
    pause: async () => undefined,
  })
  pager.add(gap(90_000, 100_000))
  await vi.waitFor(() => expect(pager.isBusy()).toBe(false), { timeout: 30_000 })
  pager.add(gap(80_000, 90_000))
  expect(pager.isBusy()).toBe(false)
  expect(asked).toEqual([98_000, 98_500, 99_000, 99_500])
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
  pager.add(gap(500, 2200))
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
      if (pauses <= 3) pager.add(gap(pauses * 10, pauses * 10 + 5))
    },
  })
  pager.add(gap(4, 5))
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
      pager.add(gap(to, to + 10))
    },
  })
  pager.add(gap(0, 10))
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
  pager.add(gap(6, 7))
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
  pager.add(gap(6, 7))
  await vi.waitFor(() => expect(delivered).toHaveBeenCalled(), { timeout: 30_000 })
  expect(failures).toHaveBeenCalledOnce()
})
