import { expect, it, vi } from 'vitest'
import { batch, clock, credentials, setUp } from './channel.test-support.ts'

it('resumes alarms by the highest cursor and asks for subscriptions again after a cut', () => {
  const { channel, signIn, reconnect } = setUp()
  channel.connect(credentials)
  const first = signIn()
  channel.subscribe({ id: 'gps', topics: ['gps'], scope: { kind: 'subtree', groupId: 0 } })
  first.say(batch([{ type: 'alarm', list: [], updateOnly: false, cursor: 57 }]))
  first.drop(1006)
  expect(channel.state()).toBe('closed')
  reconnect()
  const second = signIn({ alarmCursor: 90 })
  expect(second.frames[0]).toMatchObject({ type: 'login', alarmCursor: 57 })
  expect(second.frames[1]).toMatchObject({ type: 'subscribe', id: 'gps' })
})

it('keeps gaps that were announced and not counted over cuts, and tells nobody of them before their counts come', () => {
  const { channel, signIn, reconnect } = setUp()
  const heard: unknown[] = []
  channel.on('alarmGap', (gap) => heard.push(gap))
  channel.connect(credentials)
  const announced = {
    type: 'alarmGap',
    skipped: 0,
    fromCursor: 57,
    toCursor: 900,
    byType: {},
    counted: false,
  }
  const part = { type: 'alarmGap', skipped: 5, fromCursor: 500, toCursor: 900, byType: { A: 5 } }
  const first = signIn()
  first.say(batch([announced, { type: 'alarm', list: [], updateOnly: false, cursor: 905 }]))
  first.say(batch([part]))
  expect(heard).toEqual([part])
  first.drop(1006)
  reconnect()
  const second = signIn({ alarmCursor: 905 })
  const rest = { fromCursor: 57, toCursor: 500 }
  expect(second.frames[0]).toMatchObject({ type: 'login', alarmCursor: 905, alarmGaps: [rest] })
  second.say(batch([{ ...part, ...rest }]))
  second.drop(1006)
  reconnect()
  const third = signIn({ alarmCursor: 12 })
  expect(third.frames[0]).toEqual({ type: 'login', ...credentials, alarmCursor: 905 })
  third.drop(1006)
  reconnect()
  // Twelve is less than the known cursor: another database, in which earlier cursors mean nothing.
  expect(signIn({ alarmCursor: 12 }).frames[0]).toMatchObject({ alarmCursor: 12 })
})

it('joins the oldest gaps when there are more than a login may name', () => {
  const { channel, signIn, reconnect } = setUp()
  channel.connect(credentials)
  const gaps = Array.from({ length: 70 }, (_, i) => ({
    ...{ type: 'alarmGap', skipped: 0, byType: {}, counted: false },
    ...{ fromCursor: 100 + i * 10, toCursor: 105 + i * 10 },
  }))
  const first = signIn()
  first.say(batch(gaps))
  first.drop(1006)
  reconnect()
  const { alarmGaps } = signIn({ alarmCursor: 2000 }).frames[0] as { alarmGaps: object[] }
  expect(alarmGaps).toHaveLength(64)
  expect(alarmGaps[0]).toEqual({ fromCursor: 100, toCursor: 165 })
  expect(alarmGaps.at(-1)).toEqual({ fromCursor: 790, toCursor: 795 })
})

it('asks for the present state of a subscription after a cut only, when its owner loads that himself', () => {
  const { channel, signIn, reconnect } = setUp()
  channel.connect(credentials)
  const first = signIn()
  const scope = { kind: 'subtree', groupId: 0 } as const
  channel.subscribe({ id: 'tree', topics: ['status'], scope, snapshot: 'afterCut' })
  expect(first.frames[1]).toMatchObject({ id: 'tree', snapshot: false })
  first.drop(1006)
  reconnect()
  expect(signIn().frames[1]).toMatchObject({ id: 'tree', snapshot: true })
})

it('says that everything is stale after a new start or a jump of the clock', () => {
  const { channel, signIn, reconnect } = setUp()
  const resync = vi.fn()
  channel.on('resync', resync)
  channel.connect(credentials)
  const first = signIn()
  first.say(batch([], { epoch: 2 }))
  expect(resync).toHaveBeenLastCalledWith({ type: 'resync', reason: 'epoch' })
  first.drop(1006)
  reconnect()
  signIn({ boot: 'b2', clock: { ...clock, epoch: 2 } })
  expect(resync).toHaveBeenLastCalledWith({ type: 'resync', reason: 'boot' })
  expect(resync).toHaveBeenCalledTimes(2)
})

it('comes back at once to a platform that was set back, without a lost line, and takes all that it holds as stale', () => {
  const { channel, timers, sockets, signIn } = setUp()
  const resyncs: string[] = []
  const lost: unknown[] = []
  channel.on('resync', ({ reason }) => resyncs.push(reason))
  channel.onLost((heardAt) => lost.push(heardAt))
  channel.connect(credentials)
  signIn().drop(4012)
  timers.find(({ ms }) => ms === 0)!.run()
  expect(sockets).toHaveLength(2)
  signIn({ boot: 'b2', clock: { ...clock, epoch: 7 }, alarmCursor: 12 })
  expect(resyncs).toEqual(['epoch'])
  expect(lost).toEqual([undefined])
  expect(channel.facts()).toMatchObject({ boot: 'b2', epoch: 7, alarmCursor: 12 })
  // One that does not answer then is lost.
  sockets.at(-1)!.drop(4012)
  timers.findLast(({ ms }) => ms === 0)!.run()
  sockets.at(-1)!.drop(1006)
  expect(channel.lost()).toBeDefined()
})
