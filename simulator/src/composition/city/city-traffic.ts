import type { RoadTrafficPort } from '../../areas/map-traffic/map-traffic-area.ts'
import { CITY_CENTRE, projectionAt } from '../../world/city/projection.ts'
import type { City, RoadClass } from '../../world/city/types.ts'
import type { Traffic } from '../../world/types.ts'

/** Classes of roads by importance, each with the widest window (degrees of longitude) in which it is included. */
const CLASSES: readonly { roadClass: RoadClass; widestDeg: number }[] = [
  { roadClass: 'expressway', widestDeg: 360 },
  { roadClass: 'ring', widestDeg: 360 },
  { roadClass: 'arterial', widestDeg: 0.8 },
  { roadClass: 'street', widestDeg: 0.25 },
  { roadClass: 'country', widestDeg: 0.25 },
  { roadClass: 'lane', widestDeg: 0.06 },
]
/** Points of a line nearer to each other than this share of the window's width are left out. */
const THINNED = 1 / 1200
const DECIMALS = 1e5

/** The city's roads with the world's traffic, by window. */
export function createCityTraffic(city: City, traffic: Pick<Traffic, 'flowPerHour'>): RoadTrafficPort {
  const { graph, roads } = city
  const { toLocal, toLngLat } = projectionAt(CITY_CENTRE.longitude, CITY_CENTRE.latitude)
  let index: { boxes: Float64Array; byClass: Map<RoadClass, number[]> } | undefined
  const lanesOf = (edge: number) => {
    const { lanes, oneWay } = roads[graph.edgeRoad[edge]!]!
    return Math.max(1, oneWay ? lanes : lanes / 2)
  }
  const lineOf = (edge: number, apartM: number): number[] => {
    const line: number[] = []
    const from = graph.geometryFirst[edge]!
    const last = graph.geometryFirst[edge + 1]! - 1
    let [keptX, keptY] = [Number.NaN, Number.NaN]
    for (let i = from; i <= last; i++) {
      const [x, y] = [graph.geometryX[i]!, graph.geometryY[i]!]
      if (i < last && Math.hypot(x - keptX, y - keptY) < apartM) continue
      const { longitude, latitude } = toLngLat(x, y)
      line.push(Math.round(longitude * DECIMALS) / DECIMALS, Math.round(latitude * DECIMALS) / DECIMALS)
      keptX = x
      keptY = y
    }
    return line
  }

  return {
    within(window, atMs, most) {
      // Worked out for the first who asks: most platforms of tests have no map.
      index ??= { boxes: boxesOf(city), byClass: edgesByClass(city) }
      const { boxes, byClass } = index
      const low = toLocal(window.west, window.south)
      const high = toLocal(window.east, window.north)
      const isIn = (edge: number) => {
        const box = edge * 4
        const beyond = boxes[box]! > high.x || boxes[box + 1]! > high.y
        return !beyond && boxes[box + 2]! >= low.x && boxes[box + 3]! >= low.y
      }
      const found: { perLane: number; line: number[] }[] = []
      for (const { roadClass, widestDeg } of CLASSES) {
        if (window.east - window.west > widestDeg) break
        const edges = (byClass.get(roadClass) ?? []).filter(isIn)
        // A class of roads is included whole or not at all.
        if (found.length > 0 && found.length + edges.length > most) break
        for (const edge of edges.slice(0, most)) {
          const perLane = Math.round(traffic.flowPerHour(edge, atMs) / lanesOf(edge))
          found.push({ perLane, line: lineOf(edge, (high.x - low.x) * THINNED) })
        }
      }
      return found
    },
  }
}

function edgesByClass({ graph, roads }: City): Map<RoadClass, number[]> {
  const byClass = new Map<RoadClass, number[]>()
  for (let edge = 0; edge < graph.edgeCount; edge++) {
    const { class: roadClass } = roads[graph.edgeRoad[edge]!]!
    const edges = byClass.get(roadClass)
    if (edges) edges.push(edge)
    else byClass.set(roadClass, [edge])
  }
  return byClass
}

/** Least x and y, greatest x and y of each edge. */
function boxesOf({ graph }: City): Float64Array {
  const boxes = new Float64Array(graph.edgeCount * 4)
  for (let edge = 0; edge < graph.edgeCount; edge++) {
    const xs = graph.geometryX.subarray(graph.geometryFirst[edge]!, graph.geometryFirst[edge + 1]!)
    const ys = graph.geometryY.subarray(graph.geometryFirst[edge]!, graph.geometryFirst[edge + 1]!)
    boxes.set([Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)], edge * 4)
  }
  return boxes
}
