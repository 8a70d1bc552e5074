import { createHash } from 'node:crypto'
import Flatbush from 'flatbush'
import { describe, expect, it } from 'vitest'
import { buildCity } from './build-city.ts'
import { ringContains } from './polygon.ts'
import type { City } from './types.ts'

const city = buildCity(7)

function digest(c: City): string {
  const hash = createHash('sha256')
  for (const road of c.roads)
    hash.update(road.line).update(JSON.stringify([road.class, road.name, road.bridges, road.oneWay]))
  for (const building of c.buildings) hash.update(building.ring).update(`${building.kind}${building.heightM}`)
  for (const area of c.areas) hash.update(area.ring).update(area.kind)
  for (const part of Object.values(c.graph)) hash.update(typeof part === 'number' ? `${part}` : part)
  hash.update(JSON.stringify([c.places, c.districts.map((d) => d.name)]))
  for (const line of c.railways) hash.update(line)
  return hash.digest('hex')
}

function reachable(
  first: Uint32Array,
  to: (edge: number) => number,
  order: Uint32Array,
  nodeCount: number,
): number {
  const seen = new Uint8Array(nodeCount)
  const queue = [0]
  seen[0] = 1
  let count = 0
  for (let n = queue.pop(); n !== undefined; n = queue.pop()) {
    count++
    for (let k = first[n]!; k < first[n + 1]!; k++) {
      const m = to(order[k]!)
      if (seen[m]) continue
      seen[m] = 1
      queue.push(m)
    }
  }
  return count
}

/** Every side of the water's outlines, to ask which of them a stretch of road crosses. */
function waterSides(c: City) {
  const sides: [number, number, number, number][] = []
  const rings = c.areas.filter((a) => a.kind === 'river' || a.kind === 'lake').map((a) => a.ring)
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      const k = (i + 2) % ring.length
      sides.push([ring[i]!, ring[i + 1]!, ring[k]!, ring[k + 1]!])
    }
  }
  const tree = new Flatbush(sides.length)
  for (const [ax, ay, bx, by] of sides) {
    tree.add(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by))
  }
  tree.finish()
  const turn = (ax: number, ay: number, bx: number, by: number, px: number, py: number) =>
    Math.sign((bx - ax) * (py - ay) - (by - ay) * (px - ax))
  const crosses = (ax: number, ay: number, bx: number, by: number) =>
    tree.search(Math.min(ax, bx), Math.min(ay, by), Math.max(ax, bx), Math.max(ay, by)).some((id) => {
      const [cx, cy, dx, dy] = sides[id]!
      return (
        turn(ax, ay, bx, by, cx, cy) !== turn(ax, ay, bx, by, dx, dy) &&
        turn(cx, cy, dx, dy, ax, ay) !== turn(cx, cy, dx, dy, bx, by)
      )
    })
  return { rings, crosses }
}

describe('the city', () => {
  it('is the same to the byte for the same seed and another for another', () => {
    expect(digest(buildCity(7))).toBe(digest(city))
    expect(digest(buildCity(8))).not.toBe(digest(city))
  })

  it('is large enough to believe in', () => {
    expect(city.buildings.length).toBeGreaterThan(18_000)
    expect(city.roads.length).toBeGreaterThan(3000)
    expect(city.places.length).toBeGreaterThan(1500)
    expect(city.districts.length).toBeGreaterThanOrEqual(8)
    expect(city.railways.length).toBeGreaterThanOrEqual(2)
    for (const kind of [
      'station',
      'depot',
      'worksite',
      'hospital',
      'police',
      'park',
      'village',
      'farm',
    ] as const) {
      expect(city.places.filter((p) => p.kind === kind).length, kind).toBeGreaterThan(2)
    }
    expect(new Set(city.roads.map((r) => r.class)).size).toBe(6)
    expect(city.roads.some((r) => r.oneWay)).toBe(true)
  })

  it('has a road graph in which every junction reaches every other', () => {
    const { graph } = city
    const forward = Uint32Array.from({ length: graph.edgeCount }, (_, e) => e)
    expect(reachable(graph.firstEdge, (e) => graph.edgeTo[e]!, forward, graph.nodeCount)).toBe(
      graph.nodeCount,
    )
    const byTarget = forward.slice().sort((a, b) => graph.edgeTo[a]! - graph.edgeTo[b]!)
    const first = new Uint32Array(graph.nodeCount + 1)
    for (const to of graph.edgeTo) first[to + 1] = first[to + 1]! + 1
    for (let n = 0; n < graph.nodeCount; n++) first[n + 1] = first[n + 1]! + first[n]!
    expect(reachable(first, (e) => graph.edgeFrom[e]!, byTarget, graph.nodeCount)).toBe(graph.nodeCount)
  })

  it('keeps the geometry of each edge between its nodes, as long as it says', () => {
    const { graph } = city
    // One expectation for all edges: a hundred thousand of them take seconds.
    let wrong = 0
    for (let e = 0; e < graph.edgeCount; e++) {
      const a = graph.geometryFirst[e]!
      const b = graph.geometryFirst[e + 1]! - 1
      let length = 0
      for (let p = a; p < b; p++) {
        const dx = graph.geometryX[p + 1]! - graph.geometryX[p]!
        const dy = graph.geometryY[p + 1]! - graph.geometryY[p]!
        length += Math.sqrt(dx * dx + dy * dy)
      }
      const [from, to] = [graph.edgeFrom[e]!, graph.edgeTo[e]!]
      const joined =
        graph.geometryX[a] === graph.nodeX[from] &&
        graph.geometryY[a] === graph.nodeY[from] &&
        graph.geometryX[b] === graph.nodeX[to] &&
        graph.geometryY[b] === graph.nodeY[to]
      if (!joined || length <= 0 || Math.abs(length - graph.edgeLengthM[e]!) > 0.001) wrong++
    }
    expect(wrong).toBe(0)
  })

  it('reaches nearly all of its roads through the graph', () => {
    const used = new Set(city.graph.edgeRoad)
    expect(used.size / city.roads.length).toBeGreaterThan(0.93)
  })

  it('bridges water with big roads only', () => {
    const { rings, crosses } = waterSides(city)
    const wetStreets: string[] = []
    let bridges = 0
    for (const road of city.roads) {
      const minor = road.class === 'street' || road.class === 'lane'
      const { line } = road
      if (minor) {
        expect(road.bridges).toHaveLength(0)
        for (let i = 0; i + 3 < line.length; i += 2) {
          if (crosses(line[i]!, line[i + 1]!, line[i + 2]!, line[i + 3]!)) wetStreets.push(road.name.en)
        }
      }
      for (const [from, to] of road.bridges) {
        bridges++
        let wet = false
        for (let i = from; i < to && !wet; i++) {
          for (let t = 0.02; t < 1; t += 0.04) {
            const x = line[2 * i]! + (line[2 * i + 2]! - line[2 * i]!) * t
            const y = line[2 * i + 1]! + (line[2 * i + 3]! - line[2 * i + 1]!) * t
            wet ||= rings.some((ring) => ringContains(ring, x, y))
          }
        }
        expect(wet, `${road.name.en} at ${line[2 * from]}, ${line[2 * from + 1]}`).toBe(true)
      }
    }
    expect(wetStreets).toEqual([])
    expect(bridges).toBeGreaterThan(20)
  })

  it('puts no building on a carriageway of the built area', () => {
    const { graph } = city
    const tree = new Flatbush(city.buildings.length)
    for (const { ring } of city.buildings) {
      const xs = ring.filter((_, i) => i % 2 === 0)
      const ys = ring.filter((_, i) => i % 2 === 1)
      tree.add(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys))
    }
    tree.finish()
    let hits = 0
    for (let p = 0; p < graph.geometryX.length; p += 3) {
      const [x, y] = [graph.geometryX[p]!, graph.geometryY[p]!]
      for (const id of tree.search(x, y, x, y)) if (ringContains(city.buildings[id]!.ring, x, y)) hits++
    }
    expect(hits).toBe(0)
  })
})
