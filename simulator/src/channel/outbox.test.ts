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
