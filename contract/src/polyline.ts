/**
 * Encoded polylines (Google's "Encoded Polyline Algorithm Format") with six decimals: differences of latitude and
 * longitude, zigzagged, in groups of five bits. A tenth of a metre is exact, and a second of driving takes some four
 * characters.
 */
const PER_DEGREE = 1e6

/** Text of a line; longitudes and latitudes in degrees, as many of one as of the other. */
export function encodePolyline(longitudes: ArrayLike<number>, latitudes: ArrayLike<number>): string {
  const parts: string[] = []
  let beforeLatitude = 0
  let beforeLongitude = 0
  for (let i = 0; i < longitudes.length; i++) {
    const latitude = Math.round(latitudes[i]! * PER_DEGREE)
    const longitude = Math.round(longitudes[i]! * PER_DEGREE)
    parts.push(encodeNumber(latitude - beforeLatitude), encodeNumber(longitude - beforeLongitude))
    beforeLatitude = latitude
    beforeLongitude = longitude
  }
  return parts.join('')
}

function encodeNumber(value: number): string {
  let rest = value < 0 ? ~(value << 1) : value << 1
  let text = ''
  while (rest >= 0x20) {
    text += String.fromCharCode((0x20 | (rest & 0x1f)) + 63)
    rest >>>= 5
  }
  return text + String.fromCharCode(rest + 63)
}

/** Points of a line; undefined when the text is no such line or leaves the Earth. */
export function decodePolyline(text: string): { longitudes: number[]; latitudes: number[] } | undefined {
  const longitudes: number[] = []
  const latitudes: number[] = []
  let at = 0
  const next = (): number => {
    let value = 0
    for (let shift = 0; shift < 35; shift += 5) {
      const group = text.charCodeAt(at++) - 63
      // NaN past the end of the text fails here, too.
      if (!(group >= 0 && group < 64)) return Number.NaN
      value |= (group & 0x1f) << shift
      if (group < 0x20) return value & 1 ? ~(value >>> 1) : value >>> 1
    }
    return Number.NaN
  }
  let latitude = 0
  let longitude = 0
  while (at < text.length) {
    latitude += next()
    longitude += next()
    const isOnEarth = Math.abs(latitude) <= 90 * PER_DEGREE && Math.abs(longitude) <= 180 * PER_DEGREE
    if (!isOnEarth) return undefined
    latitudes.push(latitude / PER_DEGREE)
    longitudes.push(longitude / PER_DEGREE)
  }
  return { longitudes, latitudes }
}
