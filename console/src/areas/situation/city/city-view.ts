import { EQUATOR_M, mercatorX, mercatorY } from '../../../features/map/mercator.ts'

/** Metres of the Mercator plane from the view's origin, x east and y south: small enough for 32-bit floats. */
export type PlanePoint = { x: number; y: number }

/** Pixels of the stage that the city should fill; the rest lies under panels. */
export type FreeArea = { left: number; top: number; width: number; height: number }

/** How the plane lies on the stage: `px = x * scale + offset`. */
export type CityView = { scale: number; offsetX: number; offsetY: number; width: number; height: number }

/** Degrees west, south, east, north. */
export type Extent = readonly [west: number, south: number, east: number, north: number]

/** Tiles are 512 pixels wide at their own zoom. */
const TILE_PX = 512
/** A single device is shown with this much around it. */
const LEAST_M = 4000

/** The plane around an origin. */
export class CityPlane {
  readonly #x0: number
  readonly #y0: number

  constructor(longitude: number, latitude: number) {
    this.#x0 = mercatorX(longitude)
    this.#y0 = mercatorY(latitude)
  }

  point(longitude: number, latitude: number): PlanePoint {
    return {
      x: (mercatorX(longitude) - this.#x0) * EQUATOR_M,
      y: (mercatorY(latitude) - this.#y0) * EQUATOR_M,
    }
  }

  /** Corner of a tile and its side, on the plane. */
  tileBox(z: number, x: number, y: number): { x: number; y: number; side: number } {
    const side = EQUATOR_M / 2 ** z
    return { x: x * side - this.#x0 * EQUATOR_M, y: y * side - this.#y0 * EQUATOR_M, side }
  }

  /** Column or row of a tile that a place of the plane falls into. */
  tileAt(z: number, { x, y }: PlanePoint): { x: number; y: number } {
    const side = EQUATOR_M / 2 ** z
    const inWorld = (value: number) => Math.min(2 ** z - 1, Math.max(0, Math.floor(value)))
    return {
      x: inWorld((x + this.#x0 * EQUATOR_M) / side),
      y: inWorld((y + this.#y0 * EQUATOR_M) / side),
    }
  }
}

/** Places that hold nearly all of these: a share at each side is left out, so that one stray device shrinks nothing. */
export function extentOf(places: readonly { longitude: number; latitude: number }[]): Extent | undefined {
  if (places.length === 0) return undefined
  const strays = places.length >= 20 ? 0.02 : 0
  const span = (values: number[]): [number, number] => {
    values.sort((a, b) => a - b)
    const cut = Math.floor(values.length * strays)
    return [values[cut]!, values[values.length - 1 - cut]!]
  }
  const [west, east] = span(places.map(({ longitude }) => longitude))
  const [south, north] = span(places.map(({ latitude }) => latitude))
  return [west, south, east, north]
}

/** The view that shows an extent as large as the free area allows, in its middle. */
export function fitView(
  plane: CityPlane,
  [west, south, east, north]: Extent,
  stage: { width: number; height: number },
  free: FreeArea,
): CityView {
  const a = plane.point(west, north)
  const b = plane.point(east, south)
  const scale = Math.min(
    Math.max(1, free.width) / Math.max(LEAST_M, b.x - a.x),
    Math.max(1, free.height) / Math.max(LEAST_M, b.y - a.y),
  )
  return {
    scale,
    offsetX: free.left + free.width / 2 - ((a.x + b.x) / 2) * scale,
    offsetY: free.top + free.height / 2 - ((a.y + b.y) / 2) * scale,
    width: stage.width,
    height: stage.height,
  }
}

/** Where a place of the plane lies on the stage, pixels. */
export function onStage(view: CityView, { x, y }: PlanePoint): PlanePoint {
  return { x: x * view.scale + view.offsetX, y: y * view.scale + view.offsetY }
}

/** The tiles that cover a view, as deep as its pixels want and `most` allows. */
export function tilesFor(plane: CityPlane, view: CityView, most: number, zoomMax: number) {
  const wanted = Math.ceil(Math.log2((view.scale * EQUATOR_M) / TILE_PX))
  const corner = (px: number, py: number) => ({
    x: (px - view.offsetX) / view.scale,
    y: (py - view.offsetY) / view.scale,
  })
  for (let z = Math.min(zoomMax, Math.max(0, wanted)); ; z--) {
    const from = plane.tileAt(z, corner(0, 0))
    const to = plane.tileAt(z, corner(view.width, view.height))
    const count = (to.x - from.x + 1) * (to.y - from.y + 1)
    if (count > most && z > 0) continue
    const tiles: { z: number; x: number; y: number }[] = []
    for (let y = from.y; y <= to.y; y++) for (let x = from.x; x <= to.x; x++) tiles.push({ z, x, y })
    return tiles
  }
}
