import type { ChannelMessage, ServerFrame } from '@backlot/contract/channel/frames'
import { expect, test } from 'vitest'
import type { DropReason } from './channel-metrics.ts'
import {
  Console,
  EVERYTHING,
  hearDrops,
  hub,
  hubForEachTest,
  outbox,
  raise,
  stored,
} from './hub-rig.test-support.ts'

hubForEachTest()

test('cut in a storm and resumed, a console misses nothing and hears nothing twice', async () => {
  const first = await new Console().signIn('all')
  await first.subscribe(['alarm'], EVERYTHING)
  for (let i = 0; i < 40; i++) raise(i % 2 === 0 ? 'N1' : 'S1')
  hub.flush()
  await first.until(() => first.cursors().length >= 40)
  for (let i = 0; i < 30; i++) raise('N1')
  expect(hub.cut('all', 0)).toBe(1)
  await first.closed()
  hub.flush()
  for (let i = 0; i < 100; i++) raise('S1')
  const second = new Console()
  const signedIn = second.signIn('all', Math.max(...first.cursors()))
  // The storm continues while the console signs in and subscribes.
  const storm = setInterval(() => raise('N1'), 1)
  await signedIn
  await second.subscribe(['alarm'], EVERYTHING)
  await second.until(() => second.cursors().length > 130)
  clearInterval(storm)
  hub.flush()
  await second.until(() => second.cursors().length >= stored.rows.length - 40)
  const inOrder = [...first.cursors(), ...second.cursors()].sort((a, b) => a - b)
  expect(inOrder).toEqual(stored.rows.map(({ alarm }) => alarm.cursor))
})

test('alarms between the sign-in and the subscription are not lost', async () => {
  const console = await new Console().signIn('north')
  raise('N1')
  raise('S1')
  hub.flush()
  raise('N1')
  await console.subscribe(['alarm'], EVERYTHING)
  hub.flush()
  await console.until(() => console.cursors().length >= 2)
  expect(console.cursors().sort()).toEqual([1, 3])
})

test('past 500 alarms a second the newest are sent and the rest is a gap that can be paged', async () => {
  const console = await new Console().signIn('all')
  await console.subscribe(['alarm'], EVERYTHING)
  for (let i = 0; i < 1200; i++) raise('N1')
  hub.flush()
  const gap = await console.until(() => console.messages.find((message) => message.type === 'alarmGap'))
  await console.until(() => console.cursors().length > 0)
  const cursors = console.cursors()
  expect(gap).toMatchObject({
    fromCursor: 0,
    toCursor: cursors[0]! - 1,
    skipped: cursors[0]! - 1,
    byType: { IoAlarm: gap.skipped },
  })
  expect(cursors[cursors.length - 1]).toBe(1200)
})

test('alarms held back in a storm are not lost when the subscription changes meanwhile', async () => {
  const console = await new Console().signIn('all')
  await console.subscribe(['alarm'], EVERYTHING)
  for (let i = 0; i < 1200; i++) raise('N1')
  hub.flush()
  await console.subscribe(['alarm'], { kind: 'devices', sns: ['N1'] })
  const gap = await console.until(() => console.messages.find((message) => message.type === 'alarmGap'))
  await console.until(() => console.cursors().length > 0)
  // A busy machine sends fewer in full; together they are all.
  const sent = console.cursors()
  expect(sent.length).toBeLessThanOrEqual(500)
  expect(gap).toMatchObject({ fromCursor: 0, toCursor: 1200 - sent.length })
})

test('a console that does not read is closed while the others go on', async () => {
  const slow = await new Console().signIn('all')
  const brisk = await new Console().signIn('north')
  await slow.subscribe(['status'], EVERYTHING)
  await brisk.subscribe(['status'], EVERYTHING)
  let dropped: DropReason | undefined
  hearDrops((reason) => {
    dropped ??= reason
  })
  slow.socket.pause()
  const bulk = 'x'.repeat(200_000)
  for (let i = 0; i < 400 && dropped === undefined; i++) {
    outbox.setting('S1', bulk, 0)
    hub.flush()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(dropped).toBe('tooSlow')
  outbox.status([{ sn: 'N1', alarmFlg: 1 }])
  hub.flush()
  await brisk.until(() => brisk.messages.find((message) => message.type === 'status'))
  expect(brisk.closeCode).toBeUndefined()
})

test('a frame of a storm is complete: a console that leaves after it was sent or told everything up to its cursor', async () => {
  const console = await new Console().signIn('all')
  await console.subscribe(['alarm'], EVERYTHING)
  for (const count of [1200, 800, 3]) {
    for (let i = 0; i < count; i++) raise('N1')
    hub.flush()
  }
  const isLast = ({ type, ...frame }: ServerFrame) =>
    type === 'batch' && 'messages' in frame && told(frame.messages) === stored.newestCursor()
  await console.until(() => console.frames.some(isLast))
  const has = new Set<number>()
  for (const frame of console.frames) {
    if (frame.type !== 'batch') continue
    for (const message of frame.messages) {
      if (message.type === 'alarm') for (const { cursor } of message.list) has.add(cursor!)
      if (message.type !== 'alarmGap') continue
      for (let cursor = message.fromCursor + 1; cursor <= message.toCursor; cursor++) has.add(cursor)
    }
    expect(has.size).toBe(Math.max(has.size, told(frame.messages)))
  }
  expect(has.size).toBe(2003)
})

/** The cursor up to which a console has everything after these messages. */
const told = (messages: readonly ChannelMessage[]) =>
  Math.max(
    0,
    ...messages.flatMap((message) =>
      message.type === 'alarm' ? [message.cursor] : message.type === 'alarmGap' ? [message.toCursor] : [],
    ),
  )
