/** The ground of a backdrop: land, water, pavements, carriageways with their markings, and shadows. */
import type { Area } from '../city/types.ts'
import { mix, packRgb, plus, type Rgb, rgbOf, scaled, times } from './colour.ts'
import type { Light } from './light.ts'
import { fillGround, type Raster, SURFACE, shadeGround } from './raster.ts'
import { LANE_M, SIDEWALK_M } from './road-width.ts'
import type { RoadPiece, Surroundings } from './surroundings.ts'
import type { View } from './view.ts'

const PAVING: Rgb = rgbOf(0xa39d93)
const BASE: Rgb = rgbOf(0x98958a)
const ASPHALT: Rgb = rgbOf(0x6a6b6d)
const KERB: Rgb = rgbOf(0xc2beb4)
const WHITE: Rgb = rgbOf(0xe8e8e2)
const YELLOW: Rgb = rgbOf(0xe0b040)
const AREA_COLOURS: Partial<Record<Area['kind'], Rgb>> = {
  farmland: rgbOf(0x9a9160),
  worksite: rgbOf(0xa98c66),
  industrial: rgbOf(0x8c8a86),
  campus: rgbOf(0x8f9a70),
}

/** Hazed and lit colour of a ground material for each row of the picture. */
export type RowColours = (colour: Rgb) => Uint32Array

function rowColours(view: View, light: Light): RowColours {
  const known = new Map<string, Uint32Array>()
  return (colour) => {
    const key = colour.join()
    const found = known.get(key)
    if (found) return found
    const lit = times(colour, plus(light.ambient, scaled(light.sun, 0.86)))
    const damp = scaled(lit, 1 - 0.34 * light.wet)
    const rows = new Uint32Array(view.height)
    for (let y = Math.max(0, Math.floor(view.horizonY)); y < view.height; y++) {
      const z = (view.focal * view.eyeM) / Math.max(0.02, y + 0.5 - view.horizonY)
      rows[y] = packRgb(mix(damp, light.haze, 1 - Math.exp(-z / light.hazeM)))
    }
    known.set(key, rows)
    return rows
  }
}

export function drawGround(raster: Raster, view: View, light: Light, near: Surroundings): void {
  const rows = rowColours(view, light)
  drawLand(raster, view, light, near, rows)
  const pieces = near.pieces
  for (const piece of pieces)
    strip(raster, view, piece, sidewalkHalf(piece), 0.6, rows(PAVING), SURFACE.ground)
  for (const piece of pieces)
    strip(raster, view, piece, piece.halfWidthM + 0.35, 0.4, rows(KERB), SURFACE.paint)
  for (const piece of pieces)
    strip(raster, view, piece, piece.halfWidthM, piece.halfWidthM * 0.5, rows(ASPHALT), SURFACE.asphalt)
  for (const junction of near.junctions) {
    fillGround(
      raster,
      view,
      disc(junction.x, junction.y, junction.radiusM - 2.6, 14),
      rows(ASPHALT),
      SURFACE.asphalt,
    )
  }
  for (const piece of pieces) markings(raster, view, piece, near, rows)
  if (light.sunStrength > 0.05) castShadows(raster, view, light, near)
}

function drawLand(raster: Raster, view: View, light: Light, near: Surroundings, rows: RowColours): void {
  const base = rows(mix(BASE, light.grass, 0.45))
  const top = Math.max(0, Math.ceil(view.horizonY))
  for (let y = top; y < view.height; y++) {
    const at = y * raster.width
    raster.colour.fill(base[y]!, at, at + raster.width)
    raster.depth.fill((view.focal * view.eyeM) / (y + 0.5 - view.horizonY), at, at + raster.width)
    raster.surface.fill(SURFACE.ground, at, at + raster.width)
  }
  for (const area of near.areas) {
    const grass = area.kind === 'park' || area.kind === 'forest' || area.kind === 'campus'
    const colour = grass ? light.grass : AREA_COLOURS[area.kind]
    if (!colour) continue
    fillGround(
      raster,
      view,
      area.ring,
      rows(colour),
      grass || area.kind === 'farmland' ? SURFACE.grass : SURFACE.ground,
    )
  }
  const water = mix([58, 84, 92], light.horizon, 0.25)
  for (const area of near.areas) {
    if (area.kind !== 'river' && area.kind !== 'lake') continue
    fillGround(raster, view, area.ring, rows(water), SURFACE.water)
  }
}

function sidewalkHalf(piece: RoadPiece): number {
  const rural = piece.road.class === 'country' || piece.road.class === 'expressway'
  return piece.halfWidthM + (rural ? 1.2 : piece.road.class === 'lane' ? 1.8 : SIDEWALK_M)
}

/** Fills the piece as a quadrilateral of half width `half`, lengthened by `over` at both ends. */
function strip(
  raster: Raster,
  view: View,
  piece: RoadPiece,
  half: number,
  over: number,
  rows: Uint32Array,
  surface: number,
): void {
  band(raster, view, piece, -over, piece.lengthM + over, -half, half, rows, surface)
}

const QUAD = new Float64Array(8)

/** Fills the part of a piece between two distances along it and two offsets to its left (negative: right). */
function band(
  raster: Raster,
  view: View,
  piece: RoadPiece,
  from: number,
  to: number,
  low: number,
  high: number,
  rows: Uint32Array,
  surface: number,
): void {
  const ux = (piece.x1 - piece.x0) / piece.lengthM
  const uy = (piece.y1 - piece.y0) / piece.lengthM
  QUAD[0] = piece.x0 + ux * from - uy * low
  QUAD[1] = piece.y0 + uy * from + ux * low
  QUAD[2] = piece.x0 + ux * to - uy * low
  QUAD[3] = piece.y0 + uy * to + ux * low
  QUAD[4] = piece.x0 + ux * to - uy * high
  QUAD[5] = piece.y0 + uy * to + ux * high
  QUAD[6] = piece.x0 + ux * from - uy * high
  QUAD[7] = piece.y0 + uy * from + ux * high
  fillGround(raster, view, QUAD, rows, surface)
}

/** Lane lines, centre lines, edge lines, stop lines and zebra crossings, outside junctions. */
function markings(raster: Raster, view: View, piece: RoadPiece, near: Surroundings, rows: RowColours): void {
  const { road, halfWidthM, lengthM } = piece
  if (road.class === 'lane' || road.class === 'country') return
  const white = rows(WHITE)
  const yellow = rows(YELLOW)
  const cuts = junctionCuts(piece, near)
  const paint = (from: number, to: number, low: number, high: number, colour: Uint32Array): void =>
    band(raster, view, piece, from, to, low, high, colour, SURFACE.paint)
  const lanes = Math.max(2, road.lanes)
  for (const [from, to, startsAtJunction, endsAtJunction] of freeStretches(cuts, lengthM)) {
    const a = from + (startsAtJunction ? 6.2 : 0)
    const b = to - (endsAtJunction ? 6.2 : 0)
    if (b - a > 1) {
      for (const side of [-1, 1])
        paint(a, b, side * (halfWidthM - 0.45) - 0.07, side * (halfWidthM - 0.45) + 0.07, white)
      if (!road.oneWay)
        for (const side of lanes >= 4 ? [-0.16, 0.16] : [0]) paint(a, b, side - 0.07, side + 0.07, yellow)
      const laneM = (halfWidthM * 2 - 0.6) / lanes
      for (let lane = 1; lane < lanes; lane++) {
        if (!road.oneWay && lane * 2 === lanes) continue
        const offset = -halfWidthM + 0.3 + lane * laneM
        const first = Math.ceil((piece.alongM + a) / 9) * 9 - piece.alongM
        for (let s = first; s < b; s += 9) paint(s, Math.min(b, s + 4), offset - 0.07, offset + 0.07, white)
      }
    }
    if (b - a < 8 || halfWidthM < LANE_M) continue
    if (startsAtJunction)
      crossing(paint, from + 1.2, halfWidthM, white, 5.4, road.oneWay ? -halfWidthM : 0, halfWidthM)
    if (endsAtJunction)
      crossing(paint, to - 4.4, halfWidthM, white, -1.4, -halfWidthM, road.oneWay ? halfWidthM : 0)
  }
}

/** A zebra of 3.2 m from `at` on and its stop line at `at + stopAt - 0.4` between two offsets. */
function crossing(
  paint: (from: number, to: number, low: number, high: number, colour: Uint32Array) => void,
  at: number,
  half: number,
  white: Uint32Array,
  stopAt: number,
  stopLow: number,
  stopHigh: number,
): void {
  for (let offset = -half + 0.6; offset < half - 0.5; offset += 1.05)
    paint(at, at + 3.2, offset, offset + 0.5, white)
  const line = stopAt < 0 ? at + stopAt : at + stopAt - 1
  paint(line, line + 0.35, stopLow + 0.3, stopHigh - 0.3, white)
}

/** Intervals along the piece that lie within a junction. */
function junctionCuts(piece: RoadPiece, near: Surroundings): [number, number][] {
  const ux = (piece.x1 - piece.x0) / piece.lengthM
  const uy = (piece.y1 - piece.y0) / piece.lengthM
  const cuts: [number, number][] = []
  for (const junction of near.junctions) {
    const dx = junction.x - piece.x0
    const dy = junction.y - piece.y0
    const along = dx * ux + dy * uy
    const off = Math.abs(dy * ux - dx * uy)
    if (off > 2 || along < -junction.radiusM || along > piece.lengthM + junction.radiusM) continue
    cuts.push([along - junction.radiusM, along + junction.radiusM])
  }
  return cuts.sort((a, b) => a[0] - b[0])
}

/** Parts of [0, length] that the cuts leave, and whether a junction is at either end. */
function freeStretches(
  cuts: readonly [number, number][],
  lengthM: number,
): [number, number, boolean, boolean][] {
  const free: [number, number, boolean, boolean][] = []
  let from = 0
  let afterJunction = false
  for (const [low, high] of cuts) {
    if (low > from) free.push([from, Math.min(low, lengthM), afterJunction, low <= lengthM])
    if (high > from) {
      from = high
      afterJunction = true
    }
  }
  if (from < lengthM) free.push([from, lengthM, afterJunction, false])
  return free
}

/** Shadows of buildings and trees on the ground. */
function castShadows(raster: Raster, view: View, light: Light, near: Surroundings): void {
  const reach = 1 / light.sunTan
  for (const { ring, building, distanceM } of near.buildings) {
    if (distanceM > 500) continue
    const sx = -light.sunX * building.heightM * reach
    const sy = -light.sunY * building.heightM * reach
    const points = ring.length >> 1
    for (let i = 0, j = points - 1; i < points; j = i++) {
      QUAD[0] = ring[j * 2]!
      QUAD[1] = ring[j * 2 + 1]!
      QUAD[2] = ring[i * 2]!
      QUAD[3] = ring[i * 2 + 1]!
      QUAD[4] = QUAD[2] + sx
      QUAD[5] = QUAD[3] + sy
      QUAD[6] = QUAD[0] + sx
      QUAD[7] = QUAD[1] + sy
      shadeGround(raster, view, QUAD)
    }
    shadeGround(
      raster,
      view,
      ring.map((value, i) => value + (i % 2 ? sy : sx)),
    )
  }
  for (const tree of near.trees) {
    const far = tree.heightM * 0.66 * reach
    if (far > 60) continue
    shadeGround(
      raster,
      view,
      disc(tree.x - light.sunX * far, tree.y - light.sunY * far, tree.heightM * 0.26, 9),
    )
  }
}

function disc(x: number, y: number, radiusM: number, points: number): Float64Array {
  const ring = new Float64Array(points * 2)
  for (let i = 0; i < points; i++) {
    ring[i * 2] = x + radiusM * Math.cos((i * 2 * Math.PI) / points)
    ring[i * 2 + 1] = y + radiusM * Math.sin((i * 2 * Math.PI) / points)
  }
  return ring
}
