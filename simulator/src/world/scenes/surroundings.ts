/**
 * Surroundings of a camera: buildings, roads, areas, trees and lamps near a place, collected once from the city and
 * cached for the pictures that follow.
 */

import { type Box, boxOf } from '../city/polygon.ts'
import type { Area, Building, City, Road } from '../city/types.ts'
import { hash32 } from '../hash.ts'
import { roadHalfWidthM, SIDEWALK_M } from './road-width.ts'

export type NearBuilding = {
  index: number
  building: Building
  /** Centre and distance of the nearest corner from the place. */
  x: number
  y: number
  distanceM: number
  /** Ring with counter-clockwise turn. */
  ring: Float64Array
}

/** A straight piece of road between two points of its line. */
export type RoadPiece = {
  road: Road
  halfWidthM: number
  x0: number
  y0: number
  x1: number
  y1: number
  lengthM: number
  /** Distance of (x0, y0) along the road. */
  alongM: number
  bridge: boolean
}

export type Tree = { x: number; y: number; heightM: number; variant: number }
export type Lamp = { x: number; y: number; heightM: number; armX: number; armY: number }
export type Junction = { x: number; y: number; radiusM: number }

export type Surroundings = {
  x: number
  y: number
  /** The nearest first. */
  buildings: NearBuilding[]
  pieces: RoadPiece[]
  junctions: Junction[]
  areas: Area[]
  trees: Tree[]
  lamps: Lamp[]
}

const ROADS_WITHIN_M = 420
const BUILDINGS_WITHIN_M = 650
const SKYLINE_WITHIN_M = 3200
const SKYLINE_FROM_M = 24
const TREES_WITHIN_M = 220
const CELL_M = 200

export type CityIndex = { city: City; near(x: number, y: number): Surroundings }

/** Indexes a city for look-ups around places. */
export function indexCity(city: City): CityIndex {
  const grid = new Map<number, number[]>()
  city.buildings.forEach((building, index) => {
    const key = cellOf(building.ring[0]!, building.ring[1]!)
    const cell = grid.get(key)
    if (cell) cell.push(index)
    else grid.set(key, [index])
  })
  const boxes = city.roads.map((road) => boxOf(road.line))
  const areaBoxes = city.areas.map((area) => boxOf(area.ring))
  return { city, near: (x, y) => gather(city, grid, boxes, areaBoxes, x, y) }
}

function gather(
  city: City,
  grid: Map<number, number[]>,
  boxes: readonly Box[],
  areaBoxes: readonly Box[],
  x: number,
  y: number,
): Surroundings {
  const buildings = buildingsNear(city, grid, x, y)
  const pieces = city.roads.flatMap((road, i) =>
    touches(boxes[i]!, x, y, ROADS_WITHIN_M) ? piecesNear(road, x, y) : [],
  )
  const areas = city.areas.filter((_, i) => touches(areaBoxes[i]!, x, y, 900))
  const junctions = junctionsNear(city, pieces, x, y)
  const standing = plant(city.seed, pieces, junctions, areas, buildings, x, y)
  return { x, y, buildings, pieces, junctions, areas, ...standing }
}

function buildingsNear(city: City, grid: Map<number, number[]>, x: number, y: number): NearBuilding[] {
  const found: NearBuilding[] = []
  const reach = Math.ceil(SKYLINE_WITHIN_M / CELL_M)
  const ci = Math.floor(x / CELL_M)
  const cj = Math.floor(y / CELL_M)
  for (let j = -reach; j <= reach; j++) {
    for (let i = -reach; i <= reach; i++) {
      const far = Math.max(Math.abs(i), Math.abs(j)) * CELL_M > BUILDINGS_WITHIN_M + CELL_M
      for (const index of grid.get(keyOf(ci + i, cj + j)) ?? []) {
        const building = city.buildings[index]!
        if (far && building.heightM < SKYLINE_FROM_M) continue
        const near = nearBuilding(building, index, x, y)
        if (near.distanceM > SKYLINE_WITHIN_M) continue
        if (near.distanceM > BUILDINGS_WITHIN_M && building.heightM < SKYLINE_FROM_M) continue
        found.push(near)
      }
    }
  }
  return found.sort((a, b) => a.distanceM - b.distanceM || a.index - b.index)
}

function nearBuilding(building: Building, index: number, x: number, y: number): NearBuilding {
  const ring = building.ring
  const points = ring.length >> 1
  let sx = 0
  let sy = 0
  let best = Number.POSITIVE_INFINITY
  let area = 0
  for (let i = 0, j = points - 1; i < points; j = i++) {
    const px = ring[i * 2]!
    const py = ring[i * 2 + 1]!
    sx += px
    sy += py
    area += ring[j * 2]! * py - px * ring[j * 2 + 1]!
    best = Math.min(best, (px - x) * (px - x) + (py - y) * (py - y))
  }
  let turned = ring
  if (area < 0) {
    turned = new Float64Array(ring.length)
    for (let i = 0; i < points; i++) {
      turned[i * 2] = ring[(points - 1 - i) * 2]!
      turned[i * 2 + 1] = ring[(points - 1 - i) * 2 + 1]!
    }
  }
  return { index, building, ring: turned, x: sx / points, y: sy / points, distanceM: Math.sqrt(best) }
}

function piecesNear(road: Road, x: number, y: number): RoadPiece[] {
  const pieces: RoadPiece[] = []
  const halfWidthM = roadHalfWidthM(road)
  const line = road.line
  let alongM = 0
  for (let i = 0; i + 3 < line.length; i += 2) {
    const [x0, y0, x1, y1] = [line[i]!, line[i + 1]!, line[i + 2]!, line[i + 3]!]
    const lengthM = Math.hypot(x1 - x0, y1 - y0)
    if (lengthM > 0 && segmentDistance(x, y, x0, y0, x1, y1) < ROADS_WITHIN_M) {
      const bridge = road.bridges.some(([from, to]) => i / 2 >= from && i / 2 < to)
      pieces.push({ road, halfWidthM, x0, y0, x1, y1, lengthM, alongM, bridge })
    }
    alongM += lengthM
  }
  return pieces
}

/** Junctions near the place with the reach of the widest road that meets there. */
function junctionsNear(city: City, pieces: readonly RoadPiece[], x: number, y: number): Junction[] {
  const { graph } = city
  const found: Junction[] = []
  for (let n = 0; n < graph.nodeCount; n++) {
    const nx = graph.nodeX[n]!
    const ny = graph.nodeY[n]!
    if (!graph.nodeIsJunction[n] || Math.abs(nx - x) > 260 || Math.abs(ny - y) > 260) continue
    let radiusM = 4
    for (const piece of pieces) {
      if (segmentDistance(nx, ny, piece.x0, piece.y0, piece.x1, piece.y1) < 1.5) {
        radiusM = Math.max(radiusM, piece.halfWidthM + 3)
      }
    }
    found.push({ x: nx, y: ny, radiusM })
  }
  return found
}

/** Trees and lamps along the roads, trees in parks and woods. */
function plant(
  seed: number,
  pieces: readonly RoadPiece[],
  junctions: readonly Junction[],
  areas: readonly Area[],
  buildings: readonly NearBuilding[],
  x: number,
  y: number,
): { trees: Tree[]; lamps: Lamp[] } {
  const trees: Tree[] = []
  const lamps: Lamp[] = []
  const water = areas.filter((area) => area.kind === 'lake' || area.kind === 'river')
  const close = buildings.filter((near) => near.distanceM < TREES_WITHIN_M + 60)
  const free = (px: number, py: number, margin: number): boolean =>
    junctions.every((j) => (px - j.x) * (px - j.x) + (py - j.y) * (py - j.y) > (j.radiusM + margin) ** 2) &&
    pieces.every((p) => segmentDistance(px, py, p.x0, p.y0, p.x1, p.y1) > p.halfWidthM + margin * 0.25)
  for (const piece of pieces) {
    const { road, lengthM } = piece
    const ux = (piece.x1 - piece.x0) / lengthM
    const uy = (piece.y1 - piece.y0) / lengthM
    const lane = road.class === 'lane' || road.class === 'country'
    const spacing = lane ? 19 : 11
    const offset = piece.halfWidthM + (lane ? 1.6 : SIDEWALK_M * 0.3)
    for (
      let s = Math.ceil(piece.alongM / spacing) * spacing - piece.alongM;
      s < lengthM && !piece.bridge;
      s += spacing
    ) {
      for (const side of [-1, 1]) {
        const h = hash32(seed, road.id, side + 11, Math.round((piece.alongM + s) * 4))
        const px = piece.x0 + ux * s - uy * side * offset
        const py = piece.y0 + uy * s + ux * side * offset
        if ((h & 7) === 0 || Math.hypot(px - x, py - y) > TREES_WITHIN_M) continue
        if (!free(px, py, 3)) continue
        trees.push({ x: px, y: py, heightM: 5.5 + ((h >>> 8) & 255) / 75, variant: (h >>> 16) & 7 })
      }
    }
    const lampGap = road.class === 'expressway' ? 40 : 32
    for (let s = Math.ceil(piece.alongM / lampGap) * lampGap - piece.alongM; s < lengthM; s += lampGap) {
      const nth = Math.round((piece.alongM + s) / lampGap)
      for (const side of piece.halfWidthM > 8 ? [-1, 1] : [nth % 2 ? -1 : 1]) {
        const reach = piece.halfWidthM + 0.9
        const px = piece.x0 + ux * s - uy * side * reach
        const py = piece.y0 + uy * s + ux * side * reach
        if (Math.hypot(px - x, py - y) > 330 || Math.hypot(px - x, py - y) < 6 || !free(px, py, 0.8)) continue
        lamps.push({ x: px, y: py, heightM: lane ? 6 : 9.5, armX: uy * side, armY: -ux * side })
      }
    }
  }
  for (const area of areas) {
    if (area.kind !== 'park' && area.kind !== 'forest' && area.kind !== 'campus') continue
    plantArea(
      seed,
      area,
      x,
      y,
      trees,
      (px, py) =>
        free(px, py, 1) &&
        !close.some((b) => insideRing(b.ring, px, py)) &&
        !water.some((area) => insideRing(area.ring, px, py)),
    )
  }
  return { trees, lamps }
}

function plantArea(
  seed: number,
  area: Area,
  x: number,
  y: number,
  trees: Tree[],
  free: (x: number, y: number) => boolean,
): void {
  const gap = area.kind === 'forest' ? 9 : 16
  const reach = Math.ceil(TREES_WITHIN_M / gap)
  const ci = Math.floor(x / gap)
  const cj = Math.floor(y / gap)
  for (let j = cj - reach; j <= cj + reach; j++) {
    for (let i = ci - reach; i <= ci + reach; i++) {
      const h = hash32(seed, i, 77, j)
      if ((h & 3) === 0) continue
      const px = (i + ((h >>> 4) & 255) / 256) * gap
      const py = (j + ((h >>> 12) & 255) / 256) * gap
      const d = Math.hypot(px - x, py - y)
      if (d > TREES_WITHIN_M || !insideRing(area.ring, px, py) || !free(px, py)) continue
      trees.push({ x: px, y: py, heightM: 5 + ((h >>> 20) & 255) / 40, variant: (h >>> 28) & 7 })
    }
  }
}

function insideRing(ring: Float64Array, x: number, y: number): boolean {
  let inside = false
  const points = ring.length >> 1
  for (let i = 0, j = points - 1; i < points; j = i++) {
    const yi = ring[i * 2 + 1]!
    const yj = ring[j * 2 + 1]!
    if (yi > y === yj > y) continue
    const xi = ring[i * 2]!
    if (x < xi + ((y - yi) / (yj - yi)) * (ring[j * 2]! - xi)) inside = !inside
  }
  return inside
}

export function segmentDistance(
  x: number,
  y: number,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
): number {
  const dx = x1 - x0
  const dy = y1 - y0
  const t = Math.max(0, Math.min(1, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy || 1)))
  return Math.hypot(x - x0 - dx * t, y - y0 - dy * t)
}

function touches(box: Box, x: number, y: number, reach: number): boolean {
  return box[0] <= x + reach && box[2] >= x - reach && box[1] <= y + reach && box[3] >= y - reach
}

function cellOf(x: number, y: number): number {
  return keyOf(Math.floor(x / CELL_M), Math.floor(y / CELL_M))
}

function keyOf(i: number, j: number): number {
  return (i + 4096) * 8192 + j + 4096
}
