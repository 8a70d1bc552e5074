import { beforeAll, expect, test } from 'vitest'
import { cityOf } from './city-of.ts'
import { roadWay } from './road-way.ts'
import { nearestEdge } from './route.ts'
import type { City } from './types.ts'

let city: City
beforeAll(() => {
  city = cityOf(7)
})

const length = (line: Float64Array) => {
  let sum = 0
  for (let i = 2; i < line.length; i += 2) {
    sum += Math.hypot(line[i]! - line[i - 2]!, line[i + 1]! - line[i - 1]!)
  }
  return sum
}

test('a way runs from the road nearest to one place to the road nearest to the other, on roads all along', () => {
  for (let i = 0; i < 40; i++) {
    const from = { x: ((i * 997) % 12_000) - 6000, y: ((i * 1511) % 12_000) - 6000 }
    const to = { x: ((i * 2027) % 12_000) - 6000, y: ((i * 613) % 12_000) - 6000 }
    const way = roadWay(city, from, to)!
    const [start, goal] = [nearestEdge(city, from.x, from.y), nearestEdge(city, to.x, to.y)]
    expect([way.line[0], way.line[1]]).toEqual([start.x, start.y])
    expect([way.line.at(-2), way.line.at(-1)]).toEqual([goal.x, goal.y])
    expect(Math.abs(length(way.line) - way.lengthM)).toBeLessThan(1 + way.lengthM * 0.001)
    expect(way.lengthM).toBeGreaterThanOrEqual(Math.hypot(goal.x - start.x, goal.y - start.y) - 1)
    for (let p = 0; p < way.line.length; p += 2) {
      expect(nearestEdge(city, way.line[p]!, way.line[p + 1]!).distanceM).toBeLessThan(0.5)
    }
  }
})

test('two places on one stretch need no other road', () => {
  const { graph } = city
  const edge = graph.edgeLengthM.findIndex((metres) => metres > 150)
  const p = graph.geometryFirst[edge]!
  const a = { x: graph.geometryX[p]!, y: graph.geometryY[p]! }
  const b = { x: graph.geometryX[p + 1]!, y: graph.geometryY[p + 1]! }
  const at = (t: number) => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t })
  const way = roadWay(city, at(0.3), at(0.6))!
  expect(way.lengthM).toBeCloseTo(Math.hypot(b.x - a.x, b.y - a.y) * 0.3, 1)
})

test('far from any road there is no way', () => {
  expect(roadWay(city, { x: 0, y: 0 }, { x: 500_000, y: 0 })).toBeUndefined()
})
