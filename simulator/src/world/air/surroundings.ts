/** Surroundings of a point that matter to the air: roads with their traffic, industry, farmland. */
import type { City } from '../city/types.ts'
import type { TrafficWithRoads } from '../traffic/create-traffic.ts'
import { squareToEdge } from '../traffic/edge-place.ts'
import type { Surroundings } from '../types.ts'

const ROAD_REACH_M = 350
const CELL_M = 25
const REMEMBERED = 20_000

/** Looks up surroundings by a 25 m cell; the last used cells are cached. */
export function createSurroundings(
  city: City,
  traffic: TrafficWithRoads,
): (x: number, y: number) => Surroundings {
  const factories = city.places.filter((place) => place.kind === 'factory')
  const worksites = city.places.filter((place) => place.kind === 'worksite')
  const cells = new Map<number, Surroundings>()
  return (x, y) => {
    const column = Math.floor(x / CELL_M)
    const row = Math.floor(y / CELL_M)
    const key = column * 1_048_576 + row
    const known = cells.get(key)
    if (known) return known
    if (cells.size >= REMEMBERED) cells.clear()
    const cx = (column + 0.5) * CELL_M
    const cy = (row + 0.5) * CELL_M
    const fromCentre = Math.sqrt(cx * cx + cy * cy)
    const made = {
      road: roadExposure(city, traffic, cx, cy),
      industry: nearness(factories, cx, cy, 900),
      worksite: nearness(worksites, cx, cy, 350),
      rural: Math.max(0, Math.min(1, (fromCentre / Math.max(1, city.halfSizeM) - 0.75) / 0.4)),
    }
    cells.set(key, made)
    return made
  }
}

/** Vehicles of nearby edges weighted by 1 / distance, saturating. */
function roadExposure(city: City, traffic: TrafficWithRoads, x: number, y: number): number {
  let sum = 0
  for (const edge of traffic.edgesNear(x, y, ROAD_REACH_M)) {
    const distanceM = Math.sqrt(squareToEdge(city.graph, edge, x, y))
    const lengthM = Math.min(200, city.graph.edgeLengthM[edge]!)
    sum += (traffic.peakFlowPerHour(edge) * lengthM) / 100 / (distanceM + 12)
  }
  return sum / (sum + 60)
}

function nearness(places: readonly { x: number; y: number }[], x: number, y: number, reachM: number): number {
  let sum = 0
  for (const place of places) {
    const dx = place.x - x
    const dy = place.y - y
    sum += Math.exp(-(dx * dx + dy * dy) / (reachM * reachM))
  }
  return Math.min(1, sum)
}
