import { expect, it } from 'vitest'
import { flowPieces } from './flow-pieces.ts'
import { RIPPLE_S, RIPPLES_MOST, RipplePool } from './ripple-pool.ts'
import { TrailRing } from './trail-ring.ts'
import { VehicleMotion } from './vehicle-motion.ts'

const piece = (x: number) => ({ x0: x, y0: 0, x1: x + 1, y1: 0, bornS: x, speedKmh: 30 })

it('a ring of trails never grows: the newest piece takes the place of the oldest', () => {
  const ring = new TrailRing(4)
  for (let i = 0; i < 10; i++) ring.push(piece(i))
  expect(ring.count).toBe(4)
  expect(ring.data).toHaveLength(24)
  const births = [0, 1, 2, 3].map((i) => ring.data[i * 6 + 4])
  expect(births.sort()).toEqual([6, 7, 8, 9])
  expect(ring.takeChanged()).toEqual({ from: 0, to: 4 })
  expect(ring.takeChanged()).toBeUndefined()
  ring.shiftBirths(-6)
  expect(ring.data[4]).toBe(8 - 6)
})

it('movers go steadily to their newest report and leave a trail behind them', () => {
  const motion = new VehicleMotion()
  motion.report('A', { x: 0, y: 0 }, 30, 0)
  motion.report('A', { x: 100, y: 0 }, 30, 5000)
  expect(motion.placeOf('A', 5000)).toEqual({ x: 0, y: 0 })
  expect(motion.placeOf('A', 7500)).toEqual({ x: 50, y: 0 })
  expect(motion.placeOf('A', 60_000)).toEqual({ x: 100, y: 0 })
  const trails: number[] = []
  for (const ms of [5000, 6000, 7000, 8000, 10_000]) {
    motion.each(
      ms,
      ms / 1000,
      30,
      () => undefined,
      ({ x1 }) => trails.push(x1),
    )
  }
  expect(trails).toEqual([40, 100])
})

it('what was lost for long, or jumped, drove no straight line', () => {
  const motion = new VehicleMotion()
  motion.report('A', { x: 0, y: 0 }, 30, 0)
  motion.report('A', { x: 900, y: 0 }, 30, 120_000)
  expect(motion.placeOf('A', 120_000)).toEqual({ x: 900, y: 0 })
  motion.report('A', { x: 1500, y: 0 }, 30, 125_000)
  expect(motion.placeOf('A', 125_000)).toEqual({ x: 1500, y: 0 })
  motion.each(
    126_000,
    126,
    1,
    () => undefined,
    () => expect.fail('a trail over a jump'),
  )
  motion.keepOnly(new Set(['B']))
  expect(motion.count).toBe(0)
})

it('ripples end, are bounded, and one alarm ripples once', () => {
  const pool = new RipplePool()
  for (let i = 0; i < RIPPLES_MOST + 5; i++) pool.add({ key: `${i}`, x: 0, y: 0, level: 1, bornS: i })
  expect(pool.list).toHaveLength(RIPPLES_MOST)
  pool.add({ key: '20', x: 5, y: 5, level: 2, bornS: 60 })
  expect(pool.list.filter(({ key }) => key === '20')).toHaveLength(1)
  expect(pool.list.at(-1)).toMatchObject({ key: '20', level: 2 })
  expect(pool.expire(52 + RIPPLE_S)).toBe(true)
  expect(pool.list.map(({ key }) => key)).toEqual(['20'])
  expect(pool.expire(53 + RIPPLE_S)).toBe(false)
})

it('past positions become trails, but for gaps, jumps and standing, the oldest first', () => {
  const plane = { point: (x: number, y: number) => ({ x, y }) }
  const flow = (sn: string, points: [number, number][]) => ({
    sn,
    time: points.map(([time]) => time),
    longitude: points.map(([, x]) => x),
    latitude: points.map(() => 0),
    speed: points.map(() => 20),
  })
  const flows = [
    flow('A', [
      [100, 0],
      [110, 50],
      [120, 52],
      [300, 500],
      [310, 9000],
      [320, 9100],
    ]),
    flow('B', [
      [90, 0],
      [100, 70],
    ]),
  ]
  const pieces = flowPieces(flows, plane, (seconds) => seconds - 320)
  expect(pieces.map(({ x0, x1, bornS }) => [x0, x1, bornS])).toEqual([
    [0, 70, -220],
    [0, 50, -210],
    [9000, 9100, 0],
  ])
})
