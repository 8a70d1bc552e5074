import type { Alarm } from '@backlot/contract/alarms/entities'
import { expect, it } from 'vitest'
import { alarmAt, TYPES } from './cause-alarms.test-support.ts'
import { type AlarmLine, alarmsOf, lineKey, pageLines } from './page-groups.ts'

/** A read one, so that what is unread is seen. */
const alarm = (seq: string, minute: number, more: Partial<Alarm> = {}) =>
  alarmAt(seq, minute, { isRead: 1, ...more })
const linesOf = (rows: readonly Alarm[], open: ReadonlySet<string> = new Set()) =>
  pageLines(rows, TYPES, open)
const seen = (lines: readonly AlarmLine[]) =>
  lines.map((line) => (line.group ? `${line.alarmSeq}×${line.group.count}` : line.alarmSeq))

const page = [alarm('c', 9), alarm('x', 8, { sn: 'D2' }), alarm('b', 5, { isRead: 0 }), alarm('a', 1)]

it('is one row with the values of the newest alarm, unread as long as one of them is', () => {
  const lines = linesOf(page)
  expect(seen(lines)).toEqual(['c×3', 'x'])
  expect(lines[0]).toMatchObject({ startTime: page[0]!.startTime, isRead: 0 })
  expect(alarmsOf(lines[0]!).map(({ alarmSeq }) => alarmSeq)).toEqual(['c', 'b', 'a'])
  expect(alarmsOf(lines[1]!)).toEqual([page[1]])
})

it('has its alarms below it while it is open, and keys that are all different', () => {
  const [head] = linesOf(page)
  const lines = linesOf(page, new Set([lineKey(head!)]))
  expect(seen(lines)).toEqual(['c×3', 'c', 'b', 'a', 'x'])
  expect(lines.map(({ isBelow }) => isBelow === true)).toEqual([false, true, true, true, false])
  expect(new Set(lines.map(lineKey)).size).toBe(lines.length)
})

it('groups a page in any order, each group where its first alarm is', () => {
  const oldestFirst = page.toReversed()
  const [head] = linesOf(oldestFirst)
  expect(seen(linesOf(oldestFirst))).toEqual(['c×3', 'x'])
  expect(seen(linesOf(oldestFirst, new Set([lineKey(head!)])))).toEqual(['c×3', 'a', 'b', 'c', 'x'])
})
