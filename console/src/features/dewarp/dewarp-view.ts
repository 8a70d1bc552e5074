import { type Aim, inRange, type Ray, rayAt, rayTo, turnedTo, wrapped } from './lens.ts'

/** How a fish-eye's round picture is shown: by one imagined camera, by four, or all around in two strips. */
export const DEWARP_MODES = ['one', 'four', 'panorama'] as const
export type DewarpMode = (typeof DEWARP_MODES)[number]

export type DewarpView = {
  mode: DewarpMode
  one: readonly Aim[]
  four: readonly Aim[]
  /** Middle of the upper strip; that of the lower one lies opposite. */
  panoramaDeg: number
  /** Which of the four the keys turn. */
  active: number
}

/** A part of the shown picture (in parts of it, from its upper left corner) and what is in it. */
export type Tile = { left: number; top: number; width: number; height: number } & (
  | { aim: Aim; middleDeg?: never }
  | { middleDeg: number; aim?: never }
)

/** A point of the shown picture, in parts of it from its upper left corner. */
type Spot = { x: number; y: number }

const STRIP_DEG = 180
/** Lowest direction of a strip. */
const STRIP_FOOT_DEG = 80
/** What a press of an arrow turns by, in parts of the picture's height. */
const KEY_PART = 1 / 6
const KEY_ZOOM = 1.15

export const FIRST_VIEW: DewarpView = {
  mode: 'one',
  one: [{ panDeg: 0, tiltDeg: 38, heightDeg: 56 }],
  four: [315, 45, 225, 135].map((panDeg) => ({ panDeg, tiltDeg: 36, heightDeg: 62 })),
  panoramaDeg: 0,
  active: 0,
}

export function tilesOf(view: DewarpView): Tile[] {
  if (view.mode === 'panorama')
    return [0, 1].map((nth) => ({
      left: 0,
      top: nth / 2,
      width: 1,
      height: 0.5,
      middleDeg: wrapped(view.panoramaDeg + nth * STRIP_DEG),
    }))
  const side = view.mode === 'four' ? 2 : 1
  return view[view.mode].map((aim, nth) => ({
    left: (nth % side) / side,
    top: Math.floor(nth / side) / side,
    width: 1 / side,
    height: 1 / side,
    aim,
  }))
}

/** Degrees that a strip of this aspect shows, from the horizon down. */
export const stripHeightDeg = (aspect: number): number => Math.min(STRIP_FOOT_DEG, STRIP_DEG / aspect)

/** The ray at a spot of a picture of this aspect. */
export function rayOfSpot(view: DewarpView, aspect: number, spot: Spot): Ray {
  const { tile, point } = tileAt(view, spot)
  const own = (aspect * tile.width) / tile.height
  if (tile.aim) return rayAt(tile.aim, own, point)
  return rayTo(tile.middleDeg + (point.x * STRIP_DEG) / 2, ((1 - point.y) / 2) * stripHeightDeg(own))
}

/** The view that shows at `to` what the other one shows at `from`: as if the picture was dragged. */
export function dragged(view: DewarpView, aspect: number, from: Spot, to: Spot): DewarpView {
  const { nth, tile } = tileAt(view, from)
  if (!tile.aim) return { ...view, panoramaDeg: wrapped(view.panoramaDeg + (from.x - to.x) * STRIP_DEG) }
  const ray = rayOfSpot(view, aspect, from)
  return withAim(view, nth, turnedTo(tile.aim, aspect, ray, pointIn(tile, to)))
}

/** Magnifies by a factor around a spot. A panorama stays. */
export function magnified(view: DewarpView, aspect: number, spot: Spot, factor: number): DewarpView {
  const { nth, tile, point } = tileAt(view, spot)
  if (!tile.aim) return view
  const ray = rayAt(tile.aim, aspect, point)
  const aim = inRange({ ...tile.aim, heightDeg: tile.aim.heightDeg / factor })
  return withAim(view, nth, turnedTo(aim, aspect, ray, point))
}

/** What a key makes of a view: arrows turn, + and - magnify, 0 goes back to the first one. */
export function keyed(view: DewarpView, key: string): DewarpView | undefined {
  if (key === '0') return { ...FIRST_VIEW, mode: view.mode, active: view.active }
  const turn = TURNS[key]
  if (view.mode === 'panorama')
    return turn && { ...view, panoramaDeg: wrapped(view.panoramaDeg + turn[0] * STRIP_DEG * KEY_PART) }
  const nth = view.mode === 'four' ? view.active : 0
  const aim = view[view.mode][nth]!
  const zoom = ZOOMS[key]
  if (zoom) return withAim(view, nth, inRange({ ...aim, heightDeg: aim.heightDeg / zoom }))
  if (!turn) return undefined
  const step = aim.heightDeg * KEY_PART
  const turned = { ...aim, panDeg: aim.panDeg + turn[0] * step, tiltDeg: aim.tiltDeg + turn[1] * step }
  return withAim(view, nth, inRange(turned))
}

/** Which of the four is at a spot. */
export const tileNumberAt = (view: DewarpView, spot: Spot): number => tileAt(view, spot).nth

const TURNS: Readonly<Record<string, readonly [pan: number, tilt: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const ZOOMS: Readonly<Record<string, number>> = {
  '+': KEY_ZOOM,
  '=': KEY_ZOOM,
  '-': 1 / KEY_ZOOM,
  _: 1 / KEY_ZOOM,
}

function tileAt(view: DewarpView, spot: Spot) {
  const tiles = tilesOf(view)
  const inside = ({ left, top, width, height }: Tile) =>
    spot.x >= left && spot.x < left + width && spot.y >= top && spot.y < top + height
  const nth = Math.max(0, tiles.findIndex(inside))
  const tile = tiles[nth]!
  return { nth, tile, point: pointIn(tile, spot) }
}

/** A spot in halves of a tile from its middle, y up. */
function pointIn({ left, top, width, height }: Tile, { x, y }: Spot): Spot {
  return { x: ((x - left) / width) * 2 - 1, y: 1 - ((y - top) / height) * 2 }
}

function withAim(view: DewarpView, nth: number, aim: Aim): DewarpView {
  const mode = view.mode === 'four' ? 'four' : 'one'
  return { ...view, [mode]: view[mode].map((one, at) => (at === nth ? aim : one)) }
}
