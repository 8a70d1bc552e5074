import { Alarm } from '@backlot/contract/alarms/entities'
import { expect, it } from 'vitest'
import { changeAlarms, foldArrivals } from './live-alarms.ts'

const alarm = (n: number, more: Partial<Alarm> = {}): Alarm =>
  Alarm.parse({
    id: n,
    sn: `D${n}`,
    chnId: 1,
    alarmSeq: `seq${n}`,
    type: 'VideoLost',
    state: 1,
    alarmSource: 1,
    startTime: 1_700_000_000 + n,
    endTime: null,
    isRead: 0,
    devName: `Device ${n}`,
    cursor: n,
    ...more,
  })
const empty = { list: [], newCount: 0 }
const live = (...list: Alarm[]) => ({ list, updateOnly: false, counted: true })

it('holds the newest first and counts what is new', () => {
  const state = foldArrivals(empty, [live(alarm(1), alarm(3)), live(alarm(2))])
  expect(state.list.map((a) => a.id)).toEqual([3, 2, 1])
  expect(state.newCount).toBe(3)
  expect(state.fresh.map((a) => a.id)).toEqual([1, 3, 2])
})

it('updates by device, channel and sequence without counting again', () => {
  const first = foldArrivals(empty, [live(alarm(1))])
  const second = foldArrivals(first, [live(alarm(1, { state: 2, endTime: 1_700_000_900 }))])
  expect(second.list).toHaveLength(1)
  expect(second.list[0]).toMatchObject({ state: 2, endTime: 1_700_000_900 })
  expect(second.newCount).toBe(1)
  expect(second.fresh).toEqual([])
  const other = foldArrivals(second, [live(alarm(1, { chnId: 2 }))])
  expect(other.list).toHaveLength(2)
})

it('ignores update-only words about alarms it does not hold', () => {
  const state = foldArrivals(empty, [{ list: [alarm(5)], updateOnly: true, counted: true }])
  expect(state.list).toEqual([])
  expect(state.newCount).toBe(0)
})

it('adds what is not counted silently', () => {
  const state = foldArrivals(empty, [{ list: [alarm(1)], updateOnly: false, counted: false }])
  expect(state.list).toHaveLength(1)
  expect(state.newCount).toBe(0)
  expect(state.fresh).toEqual([])
})

it('drops the oldest past 2000', () => {
  const many = Array.from({ length: 2500 }, (_unused, n) => alarm(n))
  const state = foldArrivals(empty, [live(...many)])
  expect(state.list).toHaveLength(2000)
  expect(state.list.at(-1)?.id).toBe(500)
  expect(state.newCount).toBe(2500)
})

it('keeps pictures when a later word comes without them', () => {
  const picture = { type: 1 as const, url: '/alarm/picture/1/0' }
  const first = foldArrivals(empty, [live(alarm(1, { resource: [picture] }))])
  const second = foldArrivals(first, [{ list: [alarm(1, { isRead: 1 })], updateOnly: true, counted: false }])
  expect(second.list[0]).toMatchObject({ isRead: 1, resource: [picture] })
})

it('applies only defined fields', () => {
  const list = changeAlarms([alarm(1, { processingContent: 'seen' })], () => true, {
    processingType: 5,
    processingContent: undefined,
  })
  expect(list[0]).toMatchObject({ processingType: 5, processingContent: 'seen' })
})

it('counts what a load had brought before the channel told of it, once', () => {
  const loaded = foldArrivals(empty, [{ list: [alarm(1)], updateOnly: false, counted: false }])
  const told = foldArrivals(loaded, [live(alarm(1))])
  expect(told.newCount).toBe(1)
  expect(told.fresh.map((a) => a.id)).toEqual([1])
  const again = foldArrivals(told, [live(alarm(1))])
  expect(again.newCount).toBe(1)
  expect(again.fresh).toEqual([])
})

it('attaches late pictures by device and sequence, on whatever channel, those of the same frame too', () => {
  const picture = { type: 1 as const, url: '/late/1.jpg' }
  const clip = { type: 2 as const, url: '/late/2.mp4' }
  const first = foldArrivals(empty, [live(alarm(1, { chnId: 0 }), alarm(2))])
  const second = foldArrivals(first, [
    { sn: 'D1', alarmSeq: 'seq1', resource: [picture] },
    { sn: 'D9', alarmSeq: 'seq9', resource: [picture] },
    live(alarm(3)),
    { sn: 'D3', alarmSeq: 'seq3', resource: [picture] },
    { sn: 'D1', alarmSeq: 'seq1', resource: [picture, clip] },
  ])
  const of = (id: number) => second.list.find((a) => a.id === id)?.resource
  expect(of(1)).toEqual([picture, clip])
  expect(of(2)).toEqual([])
  expect(of(3)).toEqual([picture])
  expect(second.newCount).toBe(3)
})

it('keeps its order when an update gives an alarm a later cursor', () => {
  const same = { startTime: 1_700_000_000 }
  const first = foldArrivals(empty, [live(alarm(1, same), alarm(2, same))])
  const updated = { list: [alarm(1, { ...same, cursor: 9 })], updateOnly: true, counted: false }
  expect(foldArrivals(first, [updated]).list.map((a) => a.id)).toEqual([2, 1])
  const later = foldArrivals(foldArrivals(first, [updated]), [live(alarm(3))])
  expect(later.list.map((a) => a.id)).toEqual([3, 2, 1])
})
