import { expect, test } from 'vitest'
import { createOutbox } from './outbox.ts'

test('of many states that change at once each is told once, as it is when its turn comes', () => {
  const outbox = createOutbox(() => 0)
  const sn = (i: number) => `D${i}`
  outbox.status(Array.from({ length: 4500 }, (_, i) => ({ sn: sn(i), gisOnlineStatus: 1 })))
  const first = outbox.drain(0).status
  expect(first.length).toBeLessThan(4500)
  outbox.status([{ sn: sn(4499), alarmFlg: 1 }])
  const told = [...first]
  for (let tick = 1; outbox.depth() > 0 && tick < 10; tick++) told.push(...outbox.drain(tick).status)
  expect(told.map((one) => one.sn)).toEqual(Array.from({ length: 4500 }, (_, i) => sn(i)))
  expect(told.at(-1)).toEqual({ sn: sn(4499), gisOnlineStatus: 1, alarmFlg: 1 })
})

test('channels of a device whose state waits for its turn wait with it', () => {
  const outbox = createOutbox(() => 0)
  outbox.status(Array.from({ length: 2001 }, (_, i) => ({ sn: `D${i}`, gisOnlineStatus: 1 })))
  const list = [{ chnId: 2, onlineStatus: 0 }]
  outbox.channelsChanged('D0', list, false)
  outbox.channelsChanged('D2000', list, false)
  const first = outbox.drain(0)
  expect([first.status.length, first.channels.map(({ sn }) => sn)]).toEqual([2000, ['D0']])
  const second = outbox.drain(1)
  expect([second.status.map(({ sn }) => sn), second.channels.map(({ sn }) => sn)]).toEqual([
    ['D2000'],
    ['D2000'],
  ])
  expect(outbox.drain(2).channels).toEqual([])
})
