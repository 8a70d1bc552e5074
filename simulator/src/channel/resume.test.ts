import type { Alarm } from '@backlot/contract/alarms/entities'
import { CHANNEL_ALARMS_PER_SECOND } from '@backlot/contract/channel/frames'
import { expect, test } from 'vitest'
import type { AlarmFeed } from './alarm-feed.ts'
import { type Resumed, resumeAlarms } from './resume.ts'

/** `count` alarms with the cursors 1 to count, every third of another device. */
function feedOf(count: number): AlarmFeed {
  const alarm = (cursor: number) =>
    ({ cursor, sn: cursor % 3 === 0 ? 'other' : 'mine', type: cursor % 2 === 0 ? 'A' : 'B' }) as Alarm
  return {
    newestCursor: () => count,
    after: (cursor, limit) =>
      Array.from({ length: Math.max(0, Math.min(limit, count - cursor)) }, (_, i) => ({
        alarm: alarm(cursor + 1 + i),
        updateOnly: false,
      })),
  }
}

function resumed(count: number, from: number): { cursor: number; messages: Record<string, unknown>[] } {
  const steps = resumeAlarms(feedOf(count), from, (sn) => sn === 'mine')
  let step = steps.next()
  while (!step.done) step = steps.next()
  const { cursor, messages }: Resumed = step.value
  return { cursor, messages: messages.map((text) => JSON.parse(text) as Record<string, unknown>) }
}

test('what was missed is sent in its order', () => {
  const { cursor, messages } = resumed(12, 6)
  expect(cursor).toBe(12)
  expect(messages).toMatchObject([{ type: 'alarm', list: [7, 8, 10, 11].map((c) => ({ cursor: c })) }])
})

test('of many pages the newest are sent and all before them are told as one gap', () => {
  const { cursor, messages } = resumed(30_000, 0)
  expect(cursor).toBe(30_000)
  const mine = 20_000
  const [gap, alarms] = messages
  const list = (alarms?.['list'] ?? []) as Alarm[]
  expect(list).toHaveLength(CHANNEL_ALARMS_PER_SECOND)
  const skipped = mine - CHANNEL_ALARMS_PER_SECOND
  expect(gap).toMatchObject({
    type: 'alarmGap',
    skipped,
    fromCursor: 0,
    byType: { A: skipped / 2, B: skipped / 2 },
  })
  expect(gap?.['toCursor']).toBeLessThan(list[0]?.cursor ?? 0)
  expect(list[0]?.cursor).toBe(Number(gap?.['toCursor']) + 2)
})
