import { describe, expect, it } from 'vitest'
import { uniform } from '../hash.ts'
import { cityOf } from './city-of.ts'
import { createGeocoder } from './geocode.ts'
import { nearestEdge, route } from './route.ts'

const city = cityOf(7)
const geocoder = createGeocoder(city)

describe('the geocoder', () => {
  it('gives a district and a road within reason for a thousand places of the built area', () => {
    for (let i = 0; i < 1000; i++) {
      const longitude = city.longitude + (uniform(3, i, 1, 0) - 0.5) * 0.16
      const latitude = city.latitude + (uniform(3, i, 2, 0) - 0.5) * 0.12
      const address = geocoder.reverse(longitude, latitude)
      expect(address.district.zh).toMatch(/[区县]$/)
      expect(address.road, `${longitude}, ${latitude}`).toBeDefined()
      expect(address.distanceM).toBeLessThan(900)
      expect(address.text.zh).toMatch(/^.+[区县].+\d+号$/)
      expect(address.text.en).toMatch(/^\d+ .+, .+ (District|County)$/)
    }
  })

  it('finds the same house again that it named', () => {
    const spot = geocoder.suggest('12 永安东大街'.split(' ').reverse().join(''), 1)[0]!
    expect(spot.kind).toBe('address')
    expect(spot.name.zh).toBe('永安东大街12号')
    const address = geocoder.reverse(spot.longitude, spot.latitude)
    expect(address.road?.en).toBe("Yong'an E Ave")
    expect(address.text.en.startsWith("12 Yong'an E Ave")).toBe(true)
  })

  it('suggests by Chinese and English, by beginning and inside, whatever the case', () => {
    expect(geocoder.suggest('东湖', 5)[0]).toMatchObject({
      kind: 'district',
      name: { en: 'Donghu District' },
    })
    expect(geocoder.suggest('donghu', 5)[0]).toMatchObject({ kind: 'district', name: { zh: '东湖区' } })
    expect(geocoder.suggest('三环', 8).filter((s) => s.kind === 'road')).toHaveLength(4)
    expect(geocoder.suggest('3RD RING', 8).filter((s) => s.kind === 'road')).toHaveLength(4)
    expect(geocoder.suggest("yong'an e", 3)[0]?.name.zh).toBe('永安东大街')
    expect(geocoder.suggest('yongan e', 3)[0]?.name.zh).toBe('永安东大街')
    expect(geocoder.suggest('12 Yongan E Ave', 3)[0]).toMatchObject({
      kind: 'address',
      name: { zh: '永安东大街12号' },
    })
    expect(geocoder.suggest('医院', 5).every((s) => s.name.zh.includes('医院'))).toBe(true)
  })

  it('keeps to the limit and answers nothing to nothing', () => {
    expect(geocoder.suggest('an', 7)).toHaveLength(7)
    expect(geocoder.suggest('  ', 7)).toEqual([])
    expect(geocoder.suggest('no such name anywhere', 7)).toEqual([])
  })

  it('answers with coordinates far away', () => {
    expect(geocoder.reverse(121.47, 31.23).text.zh).toBe('31.23000, 121.47000')
  })
})

describe('routes', () => {
  it('are unbroken, no shorter than the straight line and no faster than the limits', () => {
    const { graph } = city
    for (let i = 0; i < 60; i++) {
      const from = Math.floor(uniform(4, i, 1, 0) * graph.nodeCount)
      const to = Math.floor(uniform(4, i, 2, 0) * graph.nodeCount)
      const found = route(graph, from, to)!
      let at = from
      let seconds = 0
      for (const e of found.edges) {
        expect(graph.edgeFrom[e]).toBe(at)
        at = graph.edgeTo[e]!
        seconds += (graph.edgeLengthM[e]! * 3.6) / graph.edgeSpeedKmh[e]!
      }
      expect(at).toBe(to)
      expect(found.seconds).toBeCloseTo(seconds, 6)
      const straight = Math.hypot(
        graph.nodeX[to]! - graph.nodeX[from]!,
        graph.nodeY[to]! - graph.nodeY[from]!,
      )
      expect(found.lengthM).toBeGreaterThanOrEqual(straight - 0.001)
    }
  })

  it('do not exist to nodes that do not', () => {
    expect(route(city.graph, 0, city.graph.nodeCount)).toBeUndefined()
    expect(route(city.graph, -1, 0)).toBeUndefined()
  })

  it('start at the nearest edge, as a search through all of them finds it', () => {
    const { graph } = city
    for (let i = 0; i < 20; i++) {
      const x = (uniform(5, i, 1, 0) - 0.5) * 24_000
      const y = (uniform(5, i, 2, 0) - 0.5) * 24_000
      let least = Infinity
      for (let e = 0; e < graph.edgeCount; e++) {
        for (let p = graph.geometryFirst[e]!; p + 1 < graph.geometryFirst[e + 1]!; p++) {
          const [ax, ay] = [graph.geometryX[p]!, graph.geometryY[p]!]
          const [dx, dy] = [graph.geometryX[p + 1]! - ax, graph.geometryY[p + 1]! - ay]
          const t = Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
          least = Math.min(least, Math.hypot(ax + dx * t - x, ay + dy * t - y))
        }
      }
      const found = nearestEdge(city, x, y)
      expect(found.distanceM).toBeCloseTo(least, 6)
      expect(found.offsetM).toBeGreaterThanOrEqual(0)
      expect(found.offsetM).toBeLessThanOrEqual(graph.edgeLengthM[found.edge]! + 1e-6)
    }
  })
})
