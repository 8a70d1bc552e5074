/**
 * Local metres around the city's centre: an equirectangular plane on the WGS-84 ellipsoid's radii at that latitude.
 * Error against a geodesic is below 0.1 % over the city's 40 km.
 */
const A = 6_378_137
const E2 = 0.006_694_379_990_14

export type Projection = {
  toLocal(longitude: number, latitude: number): { x: number; y: number }
  toLngLat(x: number, y: number): { longitude: number; latitude: number }
  metresPerDegreeLongitude: number
  metresPerDegreeLatitude: number
}

/** Metres that a degree of longitude has at a latitude. */
export function metresPerDegreeLongitudeAt(latitude: number): number {
  const phi = (latitude * Math.PI) / 180
  return ((A / curvature(phi)) * Math.cos(phi) * Math.PI) / 180
}

/** Metres that a degree of latitude has at a latitude. */
export function metresPerDegreeLatitudeAt(latitude: number): number {
  const w = curvature((latitude * Math.PI) / 180)
  return ((A * (1 - E2)) / (w * w * w)) * (Math.PI / 180)
}

function curvature(phi: number): number {
  const s = Math.sin(phi)
  return Math.sqrt(1 - E2 * s * s)
}

export function projectionAt(longitude0: number, latitude0: number): Projection {
  const metresPerDegreeLongitude = metresPerDegreeLongitudeAt(latitude0)
  const metresPerDegreeLatitude = metresPerDegreeLatitudeAt(latitude0)
  return {
    metresPerDegreeLongitude,
    metresPerDegreeLatitude,
    toLocal: (longitude, latitude) => ({
      x: (longitude - longitude0) * metresPerDegreeLongitude,
      y: (latitude - latitude0) * metresPerDegreeLatitude,
    }),
    toLngLat: (x, y) => ({
      longitude: longitude0 + x / metresPerDegreeLongitude,
      latitude: latitude0 + y / metresPerDegreeLatitude,
    }),
  }
}

/** The city's centre: the default map centre of the platform (stated). */
export const CITY_CENTRE = { longitude: 116.403963, latitude: 39.915119 } as const
