/**
 * Web Mercator as a unit square: x and y from 0 to 1, y growing southwards. Distances on the sphere that map services
 * use (radius 6,378,137 m).
 */
export const EARTH_RADIUS_M = 6_378_137
/** Circumference of the equator, metres. */
export const EQUATOR_M = 2 * Math.PI * EARTH_RADIUS_M
/** Pixels of the whole world at zoom 0 (MapLibre's zoom counts 512-pixel tiles). */
export const WORLD_PX = 512
/** Latitude at which the square ends. */
const MAX_LATITUDE = 85.051128779806604

export type LngLat = readonly [longitude: number, latitude: number]

const RAD = Math.PI / 180

export function mercatorX(longitude: number): number {
  return longitude / 360 + 0.5
}

export function mercatorY(latitude: number): number {
  const clamped = Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, latitude))
  return 0.5 - Math.log(Math.tan(Math.PI / 4 + (clamped * RAD) / 2)) / (2 * Math.PI)
}

export function longitudeOf(x: number): number {
  return (x - 0.5) * 360
}

export function latitudeOf(y: number): number {
  return (2 * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) - Math.PI / 2) / RAD
}

/** Great-circle distance in metres (haversine). */
export function distanceM(a: LngLat, b: LngLat): number {
  const latA = a[1] * RAD
  const latB = b[1] * RAD
  const sinLat = Math.sin((latB - latA) / 2)
  const sinLng = Math.sin(((b[0] - a[0]) * RAD) / 2)
  const h = sinLat * sinLat + Math.cos(latA) * Math.cos(latB) * sinLng * sinLng
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(h)))
}
