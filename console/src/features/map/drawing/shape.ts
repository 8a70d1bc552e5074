import type { DrawingType } from '@backlot/contract/map-drawings/entities'
import { distanceM, EARTH_RADIUS_M, type LngLat } from '../mercator.ts'

/** A shape on the ground, WGS-84, as the contract keeps drawings. */
export type Shape = { type: DrawingType; points: readonly LngLat[]; radius: number }

const RAD = Math.PI / 180
/** Corners of the polygon that approximates a circle. */
const ROUND = 96

const LEAST: Readonly<Record<DrawingType, number>> = {
  point: 1,
  circle: 1,
  rectangle: 2,
  polygon: 3,
  polyline: 2,
}

/** Whether a shape has all that it needs. */
export function isComplete({ type, points, radius }: Shape): boolean {
  return points.length >= LEAST[type] && (type !== 'circle' || radius > 0)
}

/** Whether one more point makes no sense: two-point shapes and points are done with their last. */
export function isFull({ type, points, radius }: Shape): boolean {
  if (type === 'circle') return radius > 0
  return (type === 'point' && points.length === 1) || (type === 'rectangle' && points.length === 2)
}

/** A shape with one point more; of a circle the second point sets the radius. */
export function withPoint(shape: Shape, point: LngLat): Shape {
  const [centre] = shape.points
  if (shape.type === 'circle' && centre) return { ...shape, radius: roundedRadius(centre, point) }
  return { ...shape, points: [...shape.points, point] }
}

/** Where a shape can be taken hold of: its corners; of a circle its centre and its rim to the east. */
export function verticesOf({ type, points, radius }: Shape): LngLat[] {
  const [a, b] = points
  if (type === 'rectangle' && a && b) {
    return [a, [b[0], a[1]], b, [a[0], b[1]]]
  }
  if (type === 'circle' && a) return [a, aside(a, radius, 90)]
  return [...points]
}

/** A shape with one of its vertices elsewhere. The points that are not touched stay the very same. */
export function withVertexAt(shape: Shape, vertex: number, to: LngLat): Shape {
  const { type, points } = shape
  const [a, b] = points
  if (type === 'circle' && a) {
    return vertex === 0 ? { ...shape, points: [to] } : { ...shape, radius: roundedRadius(a, to) }
  }
  if (type === 'rectangle' && a && b) {
    const west = vertex === 0 || vertex === 3
    const south = vertex === 0 || vertex === 1
    return {
      ...shape,
      points: [
        [west ? to[0] : a[0], south ? to[1] : a[1]],
        [west ? b[0] : to[0], south ? b[1] : to[1]],
      ],
    }
  }
  return { ...shape, points: points.map((point, i) => (i === vertex ? to : point)) }
}

/** Sides that a vertex can be put into: the vertex comes after the first of the two. Lines and polygons alone. */
export function sidesOf({ type, points }: Shape): { after: number; middle: LngLat }[] {
  if (type !== 'polygon' && type !== 'polyline') return []
  const ends = type === 'polygon' ? points.length : points.length - 1
  return Array.from({ length: ends }, (_none, after) => {
    const a = points[after] as LngLat
    const b = points[(after + 1) % points.length] as LngLat
    return { after, middle: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] as LngLat }
  })
}

export function withVertexAfter(shape: Shape, after: number, point: LngLat): Shape {
  return { ...shape, points: shape.points.toSpliced(after + 1, 0, point) }
}

/** A shape without a vertex; the same shape when it needs them all. */
export function withoutVertex(shape: Shape, vertex: number): Shape {
  if (sidesOf(shape).length === 0 || shape.points.length <= LEAST[shape.type]) return shape
  return { ...shape, points: shape.points.toSpliced(vertex, 1) }
}

/** The line or ring of a shape (not closed), WGS-84; a circle is drawn as a polygon on the ground. */
export function outlineOf(shape: Shape): LngLat[] {
  const { type, points, radius } = shape
  const [centre] = points
  if (type === 'circle' && centre) {
    return Array.from({ length: ROUND }, (_none, i) => aside(centre, radius, (i * 360) / ROUND))
  }
  if (type === 'rectangle' && points.length === 2) return verticesOf(shape)
  return [...points]
}

export const isClosed = (type: DrawingType): boolean => type !== 'polyline' && type !== 'point'

/** Area of a closed shape in square metres, on a plane that touches it. */
export function areaM2(shape: Shape): number {
  if (!isClosed(shape.type)) return 0
  if (shape.type === 'circle') return Math.PI * shape.radius * shape.radius
  const ring = outlineOf(shape)
  const latitude0 = (ring[0]?.[1] ?? 0) * RAD
  const perDegree = EARTH_RADIUS_M * RAD
  let twice = 0
  for (const [i, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[(i + 1) % ring.length] as LngLat
    twice += (x * nextY - nextX * y) * Math.cos(latitude0) * perDegree * perDegree
  }
  return Math.abs(twice) / 2
}

/** A position at a distance from another, degrees clockwise from north. */
function aside([longitude, latitude]: LngLat, metres: number, bearingDeg: number): LngLat {
  const angle = metres / EARTH_RADIUS_M
  const bearing = bearingDeg * RAD
  const lat = latitude * RAD
  const sinLat = Math.sin(lat) * Math.cos(angle) + Math.cos(lat) * Math.sin(angle) * Math.cos(bearing)
  const there = Math.asin(sinLat)
  const east = Math.atan2(
    Math.sin(bearing) * Math.sin(angle) * Math.cos(lat),
    Math.cos(angle) - Math.sin(lat) * sinLat,
  )
  return [longitude + east / RAD, there / RAD]
}

/** Radii are kept to the decimetre. */
const roundedRadius = (centre: LngLat, rim: LngLat): number => Math.round(distanceM(centre, rim) * 10) / 10
