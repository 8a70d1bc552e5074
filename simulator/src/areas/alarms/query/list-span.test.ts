import { expect, test } from 'vitest'
import { listSpan } from './list-span.ts'
import { decodeMark, encodeMark } from './page-mark.ts'

const NOW = 1_000_000
const DAY = 86_400

test.each([
  [{}, { startTime: NOW - DAY, endTime: NOW }],
  [{ startTime: NOW - 100 }, { startTime: NOW - 100, endTime: NOW }],
  [{ startTime: NOW - 3 * DAY }, { startTime: NOW - 3 * DAY, endTime: NOW - 2 * DAY }],
  [{ endTime: NOW - 50 }, { startTime: NOW - 50 - DAY, endTime: NOW - 50 }],
  [{ endTime: NOW + 50 }, { startTime: NOW + 50 - DAY, endTime: NOW }],
  [
    { startTime: NOW - DAY, endTime: NOW },
    { startTime: NOW - DAY, endTime: NOW },
  ],
  [{ startTime: NOW - DAY - 1, endTime: NOW }, 'only24Hours'],
  [{ startTime: NOW, endTime: NOW - 1 }, 'startAfterEnd'],
] as const)('the span of %j is %j', (query, span) => {
  expect(listSpan(query, NOW)).toEqual(span)
})

test('a paging mark survives its text, and other texts are none', () => {
  for (const mark of [
    { value: 1_795_140_000_000, id: 7 },
    { value: '路口 "A"', id: 1 },
  ]) {
    const sorting = { sort: 'devName', order: 'asc', language: 'zh' } as const
    expect(decodeMark(encodeMark(sorting, mark))).toEqual({ ...sorting, mark })
  }
  for (const text of ['', 'x', 'WzFd', Buffer.from('[1,"2"]').toString('base64url')]) {
    expect(decodeMark(text)).toBeUndefined()
  }
})
