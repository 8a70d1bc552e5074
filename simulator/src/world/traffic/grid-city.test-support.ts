/** A small square city for tests: a grid of two-way streets, 200 m apart. */
import { CITY_CENTRE } from '../city/projection.ts'
import type { City, Road, RoadGraph } from '../city/types.ts'

const SPACING_M = 200

export function gridCity(side = 9): City {
  const half = ((side - 1) * SPACING_M) / 2
  const nodeX = new Float64Array(side * side)
  const nodeY = new Float64Array(side * side)
  const pairs: [number, number, number][] = []
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      const node = row * side + column
      nodeX[node] = column * SPACING_M - half
      nodeY[node] = row * SPACING_M - half
      if (column > 0) pairs.push([node - 1, node, row], [node, node - 1, row])
      if (row > 0) pairs.push([node - side, node, side + column], [node, node - side, side + column])
    }
  }
  pairs.sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const edgeCount = pairs.length
  const graph: RoadGraph = {
    nodeCount: side * side,
    edgeCount,
    nodeX,
    nodeY,
    firstEdge: new Uint32Array(side * side + 1),
    edgeFrom: Uint32Array.from(pairs, (p) => p[0]),
    edgeTo: Uint32Array.from(pairs, (p) => p[1]),
    edgeLengthM: new Float64Array(edgeCount).fill(SPACING_M),
    edgeSpeedKmh: Float32Array.from(pairs, (p) => (p[2] % 4 === 0 ? 60 : 40)),
    edgeRoad: Uint32Array.from(pairs, (p) => p[2]),
    geometryFirst: Uint32Array.from({ length: edgeCount + 1 }, (_, i) => 2 * i),
    geometryX: Float64Array.from(pairs.flatMap((p) => [nodeX[p[0]]!, nodeX[p[1]]!])),
    geometryY: Float64Array.from(pairs.flatMap((p) => [nodeY[p[0]]!, nodeY[p[1]]!])),
    nodeIsJunction: new Uint8Array(side * side).fill(1),
  }
  for (const [from] of pairs) graph.firstEdge[from + 1]!++
  for (let n = 0; n < graph.nodeCount; n++) graph.firstEdge[n + 1]! += graph.firstEdge[n]!
  const roads: Road[] = Array.from({ length: 2 * side }, (_, id) => {
    const at = (id % side) * SPACING_M - half
    return {
      id,
      class: id % 4 === 0 ? 'arterial' : 'street',
      name: { zh: `第${id}路`, en: `Road ${id}` },
      line: Float64Array.from(id < side ? [-half, at, half, at] : [at, -half, at, half]),
      speedLimitKmh: id % 4 === 0 ? 60 : 40,
      lanes: 2,
      oneWay: false,
      bridges: [],
    }
  })
  const ring = Float64Array.from([-half, -half, half, -half, half, half, -half, half])
  const kinds = [
    'park',
    'worksite',
    'factory',
    'farm',
    'depot',
    'school',
    'bank',
    'hospital',
    'village',
  ] as const
  return {
    seed: 0,
    name: { zh: '方格市', en: 'Gridville' },
    ...CITY_CENTRE,
    halfSizeM: half,
    roads,
    graph,
    buildings: [],
    areas: [],
    places: kinds.flatMap((kind, i) =>
      [0, 1, 2].map((n) => ({
        id: i * 3 + n,
        kind,
        name: { zh: `${kind}${n}号`, en: `${kind} no. ${n}` },
        x: ((i * 173) % half) - half / 3 + n * 70,
        y: ((i * 311) % half) - half / 2 + n * 110,
        rank: n,
      })),
    ),
    districts: [{ id: 1, name: { zh: '中区', en: 'Middle' }, ring, borders: [], x: 0, y: 0 }],
    railways: [],
    waterways: [],
  }
}
