/**
 * Position of the sun, from epoch milliseconds alone (low-precision formulae of Meeus, Astronomical Algorithms, chapter
 * 25, as NOAA's solar calculator uses them: within 0.02° until 2050). No refraction.
 */
export type SunPosition = { elevationDeg: number; azimuthDeg: number; distanceAu: number }

const RAD = Math.PI / 180

export function sunPosition(epochMs: number, longitude: number, latitude: number): SunPosition {
  const days = epochMs / 86_400_000 - 10_957.5
  const c = days / 36_525
  const meanLongitude = 280.466_46 + c * (36_000.769_83 + c * 0.000_303_2)
  const meanAnomaly = (357.529_11 + c * (35_999.050_29 - 0.000_153_7 * c)) * RAD
  const centre =
    Math.sin(meanAnomaly) * (1.914_602 - c * (0.004_817 + 0.000_014 * c)) +
    Math.sin(2 * meanAnomaly) * (0.019_993 - 0.000_101 * c) +
    Math.sin(3 * meanAnomaly) * 0.000_289
  const node = (125.04 - 1934.136 * c) * RAD
  const apparent = (meanLongitude + centre - 0.005_69 - 0.004_78 * Math.sin(node)) * RAD
  const obliquity = (23.439_291 - c * 0.013_004_2 + 0.002_56 * Math.cos(node)) * RAD
  const declination = Math.asin(Math.sin(obliquity) * Math.sin(apparent))
  const rightAscension = Math.atan2(Math.cos(obliquity) * Math.sin(apparent), Math.cos(apparent))
  const siderealDeg = 280.460_618_37 + 360.985_647_366_29 * days + 0.000_387_933 * c * c
  const hourAngle = (siderealDeg + longitude) * RAD - rightAscension
  const phi = latitude * RAD
  const sinElevation =
    Math.sin(phi) * Math.sin(declination) + Math.cos(phi) * Math.cos(declination) * Math.cos(hourAngle)
  const azimuth = Math.atan2(
    Math.sin(hourAngle),
    Math.cos(hourAngle) * Math.sin(phi) - Math.tan(declination) * Math.cos(phi),
  )
  const eccentricity = 0.016_708_634 - c * 0.000_042_037
  const trueAnomaly = meanAnomaly + centre * RAD
  const azimuthDeg = azimuth / RAD + 180
  return {
    elevationDeg: Math.asin(Math.max(-1, Math.min(1, sinElevation))) / RAD,
    azimuthDeg: azimuthDeg - 360 * Math.floor(azimuthDeg / 360),
    distanceAu:
      (1.000_001_018 * (1 - eccentricity * eccentricity)) / (1 + eccentricity * Math.cos(trueAnomaly)),
  }
}
