import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type SharedFrame, TickOrder } from './tick-order.ts'

const frameOf = (stream: number, tick: number): SharedFrame => ({
  frame: Buffer.from(`${stream}:${tick}`),
  behind: undefined,
})

function rig() {
  const seen: string[] = []
  const stalls: number[] = []
  const order = new TickOrder({
    deliver: (_stream, { frame }) => seen.push(String(frame)),
    isRead: () => true,
    lost: (stream) => seen.push(`${stream} lost`),
    stalled: (tick) => stalls.push(tick),
    goesOn: () => stalls.push(-1),
  })
  return { order, seen, stalls }
}

/** Ticks with the streams that have a frame in them, and how many messages for single consoles follow each. */
const log = fc.array(
  fc.record({ streams: fc.uniqueArray(fc.integer({ min: 1, max: 4 })), single: fc.nat(3) }),
  { minLength: 1, maxLength: 20 },
)

test('the order is that of the core, however frames and link come, and frames that come twice count once', () => {
  fc.assert(
    fc.property(log, fc.infiniteStream(fc.nat(5)), (ticks, chance) => {
      const { order, seen } = rig()
      const sent: string[] = []
      const overLink: (() => void)[] = []
      const overRedis = new Map<number, (() => void)[]>()
      ticks.forEach(({ streams, single }, tick) => {
        overLink.push(() => order.tick(tick, streams))
        for (const stream of streams) {
          sent.push(`${stream}:${tick}`)
          const list = overRedis.get(stream) ?? []
          overRedis.set(stream, list)
          const bring = () => order.arrived(stream, tick, frameOf(stream, tick))
          list.push(bring, bring)
        }
        for (let i = 0; i < single; i++) {
          sent.push(`single ${tick}.${i}`)
          overLink.push(() => order.run(() => seen.push(`single ${tick}.${i}`)))
        }
      })
      const ways = [overLink, ...overRedis.values()]
      while (ways.some((way) => way.length > 0)) ways[chance.next().value! % ways.length]!.shift()?.()
      expect(seen).toEqual(sent)
      expect(order.depth).toBe(0)
    }),
  )
})

test('a frame that is lost stops its own stream alone, and everything after it goes on', () => {
  const { order, seen, stalls } = rig()
  order.arrived(1, 5, frameOf(1, 5))
  order.tick(5, [1, 2])
  order.run(() => seen.push('single'))
  order.tick(6, [1])
  expect([seen, stalls, order.stalledTick]).toEqual([[], [5], 5])
  order.lost(5)
  expect(seen).toEqual(['1:5', '2 lost', 'single'])
  expect(stalls).toEqual([5, -1, 6])
  order.arrived(1, 6, frameOf(1, 6))
  expect(seen.at(-1)).toBe('1:6')
  expect(stalls).toEqual([5, -1, 6, -1])
})
