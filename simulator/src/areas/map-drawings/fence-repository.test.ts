import { expect, test } from 'vitest'
import { FenceRepository, OUT_BEYOND_M, type WatchedFence } from './fence-repository.ts'
import { type FenceShape, prepareShape } from './fence-shape.ts'

const DEGREE_M = 111_320
const LAT = 39.9
const LNG = 116.4
const PER_LNG = DEGREE_M * Math.cos((LAT * Math.PI) / 180)
/** A position, metres east and north of the middle. */
const at = (eastM: number, northM: number): [number, number] => [
  LNG + eastM / PER_LNG,
  LAT + northM / DEGREE_M,
]

const circle = (radius: number): FenceShape => ({ type: 'circle', points: [[LNG, LAT]], radius })
const square = (halfM: number): FenceShape => ({
  type: 'rectangle',
  points: [at(-halfM, -halfM), at(halfM, halfM)],
  radius: 0,
})
/** A U that opens to the north: 400 m wide, its hollow 200 m. */
const hollow: FenceShape = {
  type: 'polygon',
  points: [
    at(-200, -200),
    at(200, -200),
    at(200, 200),
    at(100, 200),
    at(100, -100),
    at(-100, -100),
    at(-100, 200),
    at(-200, 200),
  ],
  radius: 0,
}
const fence = (id: number, shape: FenceShape, more: Partial<WatchedFence['fence']> = {}): WatchedFence => ({
  id,
  ownerId: 1,
  name: `Fence ${id}`,
  shape,
  fence: { active: true, on: 'both', sns: [], groupIds: [], ...more },
})
const repositoryOf = (...fences: WatchedFence[]) => {
  const repository = new FenceRepository(() => true)
  repository.set(fences)
  return repository
}
const kinds = (repository: FenceRepository, slot: number, path: [number, number][]) =>
  path.flatMap((position) =>
    repository.move(slot, ...position).map(({ fence: { id }, kind }) => `${kind} ${id}`),
  )

test('says how deep a position lies in a circle, a rectangle and a hollow polygon', () => {
  expect(prepareShape(circle(500)).depthM(...at(300, 400))).toBeCloseTo(0, 0)
  expect(prepareShape(circle(500)).depthM(...at(0, 100))).toBeCloseTo(400, 0)
  expect(prepareShape(square(300)).depthM(...at(250, 0))).toBeCloseTo(50, 0)
  expect(prepareShape(square(300)).depthM(...at(330, 340))).toBeCloseTo(-50, 0)
  const { depthM } = prepareShape(hollow)
  expect(depthM(...at(-150, 0))).toBeCloseTo(50, 0)
  expect(depthM(...at(0, 0))).toBeCloseTo(-100, 0)
  expect(depthM(...at(0, -150))).toBeCloseTo(50, 0)
})

test('a device that comes and goes crosses the border twice', () => {
  const repository = repositoryOf(fence(1, circle(300)))
  expect(kinds(repository, 5, [at(-1000, 0), at(-200, 0), at(0, 0), at(250, 0), at(900, 0)])).toEqual([
    'enter 1',
    'leave 1',
  ])
})

test('a device that trembles on the border comes once, and goes only when it is well beyond', () => {
  const repository = repositoryOf(fence(1, circle(300)))
  const noise = Array.from({ length: 50 }, (_none, i) => at(300 + (i % 2 ? -8 : OUT_BEYOND_M - 3), 0))
  expect(kinds(repository, 5, [at(500, 0), ...noise])).toEqual(['enter 1'])
  expect(kinds(repository, 5, [at(300 + OUT_BEYOND_M + 5, 0)])).toEqual(['leave 1'])
})

test('who is inside when first seen, or when the fence is new, raises nothing until it leaves', () => {
  const repository = repositoryOf(fence(1, circle(300)))
  expect(kinds(repository, 5, [at(10, 0), at(20, 0)])).toEqual([])
  expect(repository.set([fence(1, circle(300)), fence(2, square(500))])).toEqual([2])
  repository.begin(2, 5, ...at(20, 0))
  expect(kinds(repository, 5, [at(30, 0), at(2000, 0)])).toEqual(['leave 1', 'leave 2'])
})

test('a jump over many cells leaves what was far behind', () => {
  const repository = repositoryOf(fence(1, circle(300)))
  expect(kinds(repository, 5, [at(2000, 0), at(0, 0), at(60_000, 0)])).toEqual(['enter 1', 'leave 1'])
})

test('a fence tells of what it is asked to, and of its devices only', () => {
  const repository = new FenceRepository(({ id }, slot) => id !== 3 || slot === 7)
  repository.set([
    fence(1, circle(300), { on: 'enter' }),
    fence(2, circle(300), { on: 'leave' }),
    fence(3, circle(300)),
  ])
  const through = [at(900, 0), at(0, 0), at(900, 0)]
  expect(kinds(repository, 5, through)).toEqual(['enter 1', 'leave 2'])
  expect(kinds(repository, 7, through)).toEqual(['enter 1', 'enter 3', 'leave 2', 'leave 3'])
})

test('a change of name keeps who is in; a change of shape asks anew', () => {
  const repository = repositoryOf(fence(1, circle(300)))
  kinds(repository, 5, [at(900, 0), at(0, 0)])
  expect(repository.set([{ ...fence(1, circle(300)), name: 'Renamed' }])).toEqual([])
  expect(repository.set([fence(1, circle(310))])).toEqual([1])
  expect(kinds(repository, 5, [at(900, 0)])).toEqual([])
})

test('a forgotten slot is seen for the first time again', () => {
  const repository = repositoryOf(fence(1, circle(300)))
  kinds(repository, 5, [at(900, 0)])
  repository.forget(5)
  expect(kinds(repository, 5, [at(0, 0)])).toEqual([])
})

test('an area as large as a country is watched too', () => {
  const country: FenceShape = {
    type: 'rectangle',
    points: [
      [100, 20],
      [116, 50],
    ],
    radius: 0,
  }
  const repository = repositoryOf(fence(1, country))
  expect(repository.move(1, 115.9, 40)).toEqual([])
  expect(repository.move(1, 116.2, 40).map(({ kind }) => kind)).toEqual(['leave'])
})
