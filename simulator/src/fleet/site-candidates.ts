/** Sites for devices in a city, by placement: position, a name for the spot, and the direction of a camera. */
import type { Placement } from '@backlot/contract/control/fleet-spec'
import { ringContains } from '../world/city/polygon.ts'
import type { City, Name, Place, RoadClass } from '../world/city/types.ts'
import { headingDeg } from '../world/traffic/edge-place.ts'
import type { Candidate } from './pick-sites.ts'

export type Site = Candidate & {
  name: Name
  /** Headings a camera would choose from, degrees clockwise from north; empty when any will do. */
  headings: readonly number[]
}

const CLASS_WEIGHT: Readonly<Record<RoadClass, number>> = {
  expressway: 1,
  ring: 2.5,
  arterial: 3,
  street: 1,
  lane: 0.15,
  country: 0.1,
}
/** Distance of a camera on a pole at a corner from the middle of the junction. */
const CORNER_M = 11

const GATES: readonly Place['kind'][] = [
  'school',
  'university',
  'hospital',
  'police',
  'fire',
  'mall',
  'station',
  'stadium',
  'museum',
  'hotel',
  'park',
]

export function sitesFor(placement: Placement, city: City): Site[] {
  switch (placement) {
    case 'junctions':
      return junctions(city)
    case 'gates':
      return atPlaces(city, GATES, 12)
    case 'worksites':
      return atPlaces(city, ['worksite'], 25)
    case 'parks':
      return [
        ...atPlaces(city, ['park', 'museum', 'stadium'], 30),
        ...atPlaces(city, ['school', 'hospital'], 20, 0.3),
      ]
    case 'industry':
      return [...atPlaces(city, ['factory'], 30), ...atPlaces(city, ['fuel', 'depot'], 15, 0.35)]
    case 'countryside':
      return countryside(city)
    case 'riverside':
      return riverside(city)
    case 'roads':
    case 'roadsides':
      return roadsides(city)
    default:
      return []
  }
}

function junctions(city: City): Site[] {
  const { graph, roads } = city
  const sites: Site[] = []
  for (let node = 0; node < graph.nodeCount; node++) {
    if (graph.nodeIsJunction[node] !== 1) continue
    const x = graph.nodeX[node]!
    const y = graph.nodeY[node]!
    if (Math.abs(x) > city.halfSizeM || Math.abs(y) > city.halfSizeM) continue
    const headings: number[] = []
    const names: Name[] = []
    let weight = 0
    for (let edge = graph.firstEdge[node]!; edge < graph.firstEdge[node + 1]!; edge++) {
      const point = graph.geometryFirst[edge]! + 1
      headings.push(headingDeg(graph.geometryX[point]! - x, graph.geometryY[point]! - y))
      const road = roads[graph.edgeRoad[edge]!]
      if (!road) continue
      weight += CLASS_WEIGHT[road.class]
      if (road.name.zh !== '' && !names.some((name) => name.zh === road.name.zh)) names.push(road.name)
    }
    if (headings.length < 2 || names.length < 2) continue
    const [a, b] = names as [Name, Name]
    const corner = ((headings[0]! + 45) * Math.PI) / 180
    const centrality = Math.exp(-(x * x + y * y) / (city.halfSizeM * city.halfSizeM * 0.5))
    sites.push({
      x: x + Math.sin(corner) * CORNER_M,
      y: y + Math.cos(corner) * CORNER_M,
      weight: weight * (0.35 + centrality),
      name: { zh: `${a.zh}-${b.zh}口`, en: `${a.en} & ${b.en}` },
      headings,
    })
  }
  return sites
}

function atPlaces(city: City, kinds: readonly Place['kind'][], besideM: number, weight = 1): Site[] {
  return city.places
    .filter((place) => kinds.includes(place.kind))
    .map((place) => ({
      x: place.x + besideM * Math.cos(place.id),
      y: place.y + besideM * Math.sin(place.id),
      weight: weight * (10 - Math.min(9, place.rank)),
      name: place.name,
      headings: [headingDeg(-Math.cos(place.id), -Math.sin(place.id))],
    }))
}

function countryside(city: City): Site[] {
  const sites = atPlaces(city, ['farm', 'village'], 120)
  const villages = city.places.filter((place) => place.kind === 'village')
  for (const area of city.areas) {
    if (area.kind !== 'farmland') continue
    const { x, y } = centreOf(area.ring)
    sites.push({
      x,
      y,
      weight: 3,
      // Of thousands of fields a handful is chosen: only those are named.
      get name() {
        return area.name ?? fieldName(villages, x, y)
      },
      headings: [],
    })
  }
  return sites
}

function riverside(city: City): Site[] {
  return city.waterways.flatMap(({ line, name }) => {
    const sites: Site[] = []
    const points = line.length / 2
    for (let i = 0; i < points; i += Math.max(1, Math.floor(points / 16))) {
      const x = line[2 * i]!
      const y = line[2 * i + 1]!
      if (Math.abs(x) < city.halfSizeM && Math.abs(y) < city.halfSizeM) {
        sites.push({ x, y, weight: 1, name, headings: [] })
      }
    }
    return sites
  })
}

function roadsides(city: City): Site[] {
  return city.roads
    .filter((road) => road.class === 'arterial' || road.class === 'ring' || road.class === 'expressway')
    .map((road) => {
      const middle = 2 * Math.floor(road.line.length / 4)
      return {
        x: road.line[middle]! + 9,
        y: road.line[middle + 1]! + 9,
        weight: 1,
        name: road.name,
        headings: [],
      }
    })
    .filter(
      (site) => site.name.zh !== '' && Math.abs(site.x) < city.halfSizeM && Math.abs(site.y) < city.halfSizeM,
    )
}

/** A field is named after the village nearest to its middle. */
function fieldName(villages: readonly Place[], x: number, y: number): Name {
  let best: Place | undefined
  let bestSquare = Number.POSITIVE_INFINITY
  for (const place of villages) {
    const square = (place.x - x) * (place.x - x) + (place.y - y) * (place.y - y)
    if (square < bestSquare) {
      best = place
      bestSquare = square
    }
  }
  return best ? { zh: `${best.name.zh}田间`, en: `${best.name.en} fields` } : { zh: '田间', en: 'Fields' }
}

function centreOf(ring: Float64Array): { x: number; y: number } {
  let x = 0
  let y = 0
  for (let i = 0; i < ring.length; i += 2) {
    x += ring[i]! / (ring.length / 2)
    y += ring[i + 1]! / (ring.length / 2)
  }
  return { x, y }
}

/** Id and name of the district that holds a point; undefined outside all of them. */
export function districtAt(city: City, x: number, y: number) {
  return city.districts.find((district) => ringContains(district.ring, x, y))
}
