/** Places along a stretch of the city, evenly spread: the roads of a district, one road, around a worksite, a route. */
import type { Placement } from '@backlot/contract/control/fleet-spec'
import { ringContains } from '../world/city/polygon.ts'
import { projectionAt } from '../world/city/projection.ts'
import { nearestEdge, route } from '../world/city/route.ts'
import type { City, Name } from '../world/city/types.ts'
import { headingDeg } from '../world/traffic/edge-place.ts'
import type { Site } from './site-candidates.ts'

export type Stretch = Exclude<Placement, string>

/** A placement that names something missing in the city. */
export class SiteError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SiteError'
  }
}

/** From the middle line to a pole beside the road. */
const POLE_M = 9
const PIECE_M = 40
const WORKSITE_RADIUS_M = 120

/** `count` places along a stretch. Throws a SiteError when there is no such stretch. */
export function sitesAlong(city: City, stretch: Stretch, count: number): Site[] {
  if ('worksite' in stretch) return aroundWorksite(city, stretch.worksite, count)
  const pieces = piecesOf(city, stretch)
  if (pieces.length === 0) throw new SiteError('there is no road')
  return spread(pieces, count)
}

/** A straight piece of road. */
type Piece = { x: number; y: number; dx: number; dy: number; lengthM: number; name: Name }

function piecesOf(city: City, stretch: Exclude<Stretch, { worksite: string }>): Piece[] {
  if ('road' in stretch) {
    const roads = city.roads.filter(({ name }) => isCalled(name, stretch.road))
    if (roads.length === 0) throw new SiteError(`there is no road ${stretch.road}`)
    return roads.flatMap(({ line, name }) => piecesOfLine(line, name))
  }
  if ('route' in stretch) return piecesOfRoute(city, stretch.route)
  const lies = areaOf(city, stretch)
  return city.roads
    .filter((road) => road.class !== 'lane' && road.name.zh !== '')
    .flatMap(({ line, name }) => piecesOfLine(line, name))
    .flatMap(inShortPieces)
    .filter(({ x, y, dx, dy }) => lies(x + dx / 2, y + dy / 2))
}

/** A long piece may lie in an area with one half only. */
function inShortPieces({ x, y, dx, dy, lengthM, name }: Piece): Piece[] {
  const parts = Math.max(1, Math.ceil(lengthM / PIECE_M))
  return Array.from({ length: parts }, (_, i) => ({
    x: x + (dx * i) / parts,
    y: y + (dy * i) / parts,
    dx: dx / parts,
    dy: dy / parts,
    lengthM: lengthM / parts,
    name,
  }))
}

function areaOf(
  city: City,
  stretch: Extract<Stretch, { district: string } | { around: object }>,
): (x: number, y: number) => boolean {
  if ('district' in stretch) {
    const district = city.districts.find(({ name }) => isCalled(name, stretch.district))
    if (!district) throw new SiteError(`there is no district ${stretch.district}`)
    const [west, south, east, north] = boundsOf(district.ring)
    return (x, y) => x >= west && x <= east && y >= south && y <= north && ringContains(district.ring, x, y)
  }
  const { longitude, latitude, radiusM } = stretch.around
  const centre = projectionAt(city.longitude, city.latitude).toLocal(longitude, latitude)
  return (x, y) => {
    const dx = x - centre.x
    const dy = y - centre.y
    return dx * dx + dy * dy <= radiusM * radiusM
  }
}

function boundsOf(ring: Float64Array): [number, number, number, number] {
  const bounds: [number, number, number, number] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ]
  for (let i = 0; i < ring.length; i += 2) {
    bounds[0] = Math.min(bounds[0], ring[i]!)
    bounds[1] = Math.min(bounds[1], ring[i + 1]!)
    bounds[2] = Math.max(bounds[2], ring[i]!)
    bounds[3] = Math.max(bounds[3], ring[i + 1]!)
  }
  return bounds
}

function isCalled(name: Name, wanted: string): boolean {
  return name.zh === wanted || name.en.toLowerCase() === wanted.toLowerCase()
}

function piecesOfLine(line: Float64Array, name: Name): Piece[] {
  const pieces: Piece[] = []
  for (let i = 0; i + 3 < line.length; i += 2) {
    const piece = pieceOf(line[i]!, line[i + 1]!, line[i + 2]!, line[i + 3]!, name)
    if (piece.lengthM > 0) pieces.push(piece)
  }
  return pieces
}

function pieceOf(ax: number, ay: number, bx: number, by: number, name: Name): Piece {
  const dx = bx - ax
  const dy = by - ay
  return { x: ax, y: ay, dx, dy, lengthM: Math.sqrt(dx * dx + dy * dy), name }
}

function piecesOfRoute(city: City, points: readonly (readonly [number, number])[]): Piece[] {
  const { graph, roads } = city
  const { toLocal } = projectionAt(city.longitude, city.latitude)
  const nodes = points.map(([longitude, latitude]) => {
    const { x, y } = toLocal(longitude, latitude)
    return graph.edgeFrom[nearestEdge(city, x, y).edge]!
  })
  const pieces: Piece[] = []
  for (let i = 0; i + 1 < nodes.length; i++) {
    const way = route(graph, nodes[i]!, nodes[i + 1]!)
    if (!way) throw new SiteError('there is no way through these points')
    for (const edge of way.edges) {
      const name = roads[graph.edgeRoad[edge]!]?.name ?? city.name
      for (let p = graph.geometryFirst[edge]!; p + 1 < graph.geometryFirst[edge + 1]!; p++) {
        const [ax, ay] = [graph.geometryX[p]!, graph.geometryY[p]!]
        const piece = pieceOf(ax, ay, graph.geometryX[p + 1]!, graph.geometryY[p + 1]!, name)
        if (piece.lengthM > 0) pieces.push(piece)
      }
    }
  }
  return pieces
}

/** Poles at even distances along the pieces, on alternating sides, looking along the road. */
function spread(pieces: readonly Piece[], count: number): Site[] {
  const totalM = pieces.reduce((sum, { lengthM }) => sum + lengthM, 0)
  const sites: Site[] = []
  let piece = 0
  let doneM = 0
  for (let i = 0; i < count; i++) {
    const wantedM = ((i + 0.5) * totalM) / count
    while (piece < pieces.length - 1 && doneM + pieces[piece]!.lengthM < wantedM) {
      doneM += pieces[piece]!.lengthM
      piece++
    }
    const { x, y, dx, dy, lengthM, name } = pieces[piece]!
    const f = Math.min(1, (wantedM - doneM) / lengthM)
    const side = (i % 2 === 0 ? POLE_M : -POLE_M) / lengthM
    const along = headingDeg(dx, dy)
    sites.push({
      x: x + dx * f + dy * side,
      y: y + dy * f - dx * side,
      weight: 1,
      name,
      headings: [along, (along + 180) % 360],
    })
  }
  return sites
}

/** On rings around the middle of a worksite, looking inwards. */
function aroundWorksite(city: City, wanted: string, count: number): Site[] {
  const place = city.places.find(({ kind, name }) => kind === 'worksite' && isCalled(name, wanted))
  if (!place) throw new SiteError(`there is no worksite ${wanted}`)
  return Array.from({ length: count }, (_, i) => {
    // The golden angle fills a disc evenly however many there are.
    const angle = i * 2.399_963_229_728_653
    const radiusM = WORKSITE_RADIUS_M * Math.sqrt((i + 0.5) / count)
    const dx = radiusM * Math.cos(angle)
    const dy = radiusM * Math.sin(angle)
    const headings = [headingDeg(-dx, -dy)]
    return { x: place.x + dx, y: place.y + dy, weight: 1, name: place.name, headings }
  })
}
