import type { DrawingType } from '@backlot/contract/map-drawings/entities'

/** An area on the ground, WGS-84 degrees and metres. */
export type FenceShape = {
  type: Extract<DrawingType, 'circle' | 'rectangle' | 'polygon'>
  points: readonly (readonly [longitude: number, latitude: number])[]
  radius: number
}

export type Bounds = { west: number; south: number; east: number; north: number }

const METRES_PER_DEGREE = 111_320
const RAD = Math.PI / 180

/** A shape prepared for many questions: a plane of metres around its middle. */
export type PreparedShape = {
  bounds: Bounds
  /** Metres that a position lies inside the border; negative outside. */
  depthM(longitude: number, latitude: number): number
}

/** Prepares a shape. Its plane is exact to a part in a thousand over 50 km, where a border is nobody's to the metre. */
export function prepareShape(shape: FenceShape): PreparedShape {
  const ring = shape.type === 'circle' ? [shape.points[0]!] : cornersOf(shape)
  const reach = reachOf(ring)
  const latitude0 = (reach.south + reach.north) / 2
  const longitude0 = (reach.west + reach.east) / 2
  const perLongitude = METRES_PER_DEGREE * Math.cos(latitude0 * RAD)
  const xOf = (longitude: number) => (longitude - longitude0) * perLongitude
  const yOf = (latitude: number) => (latitude - latitude0) * METRES_PER_DEGREE
  if (shape.type === 'circle') {
    const bounds = widened(reach, shape.radius, perLongitude)
    const depthM = (longitude: number, latitude: number) =>
      shape.radius - Math.sqrt(xOf(longitude) ** 2 + yOf(latitude) ** 2)
    return { bounds, depthM }
  }
  const xs = Float64Array.from(ring, ([longitude]) => xOf(longitude))
  const ys = Float64Array.from(ring, ([, latitude]) => yOf(latitude))
  return { bounds: reach, depthM: (longitude, latitude) => depthIn(xs, ys, xOf(longitude), yOf(latitude)) }
}

/** Bounds with metres added on each side. */
export function widened(bounds: Bounds, metres: number, perLongitude?: number): Bounds {
  const middle = (bounds.south + bounds.north) / 2
  const dx = metres / (perLongitude ?? METRES_PER_DEGREE * Math.cos(middle * RAD))
  const dy = metres / METRES_PER_DEGREE
  return {
    west: bounds.west - dx,
    east: bounds.east + dx,
    south: bounds.south - dy,
    north: bounds.north + dy,
  }
}

function cornersOf({ type, points }: FenceShape): readonly (readonly [number, number])[] {
  if (type !== 'rectangle') return points
  const [[west, south], [east, north]] = points as [readonly [number, number], readonly [number, number]]
  return [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ]
}

function reachOf(ring: readonly (readonly [number, number])[]): Bounds {
  const reach = { west: 180, south: 90, east: -180, north: -90 }
  for (const [longitude, latitude] of ring) {
    reach.west = Math.min(reach.west, longitude)
    reach.east = Math.max(reach.east, longitude)
    reach.south = Math.min(reach.south, latitude)
    reach.north = Math.max(reach.north, latitude)
  }
  return reach
}

/** Distance to the ring, positive inside it (even-odd), on one walk along its sides. */
function depthIn(xs: Float64Array, ys: Float64Array, x: number, y: number): number {
  let inside = false
  let nearest = Number.POSITIVE_INFINITY
  for (let i = 0, j = xs.length - 1; i < xs.length; j = i++) {
    const ax = xs[j]!
    const ay = ys[j]!
    const bx = xs[i]!
    const by = ys[i]!
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
    const dx = bx - ax
    const dy = by - ay
    const long = dx * dx + dy * dy
    const t = long === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / long))
    const px = ax + dx * t - x
    const py = ay + dy * t - y
    nearest = Math.min(nearest, px * px + py * py)
  }
  return inside ? Math.sqrt(nearest) : -Math.sqrt(nearest)
}
