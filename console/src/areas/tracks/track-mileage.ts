/** Below this speed a device stands: changes of its position are the receiver's error. */
export const STANDING_KMH = 2.5
/** Positions on both sides of a gap that are nearer than this are the same place. */
const SAME_PLACE_M = 60

const RAD = Math.PI / 180
const METRES_PER_DEGREE = RAD * 6_371_008.8

/** Metres between two positions that are near each other, on a plane that touches the earth there. */
export function nearMetres(aLng: number, aLat: number, bLng: number, bLat: number): number {
  const east = (bLng - aLng) * Math.cos(((aLat + bLat) / 2) * RAD)
  return Math.hypot(east, bLat - aLat) * METRES_PER_DEGREE
}

type Columns = {
  longitude: Float64Array
  latitude: Float64Array
  speedKmh: Float32Array
  afterGap: Uint8Array
}

/**
 * Metres driven up to each position. Wandering positions of a standing device do not count; a gap counts as a straight
 * line.
 */
export function drivenMetres({ longitude, latitude, speedKmh, afterGap }: Columns): Float64Array {
  const driven = new Float64Array(longitude.length)
  let sum = 0
  for (let i = 1; i < driven.length; i++) {
    const isGap = afterGap[i] === 1
    if (isGap || speedKmh[i]! >= STANDING_KMH || speedKmh[i - 1]! >= STANDING_KMH) {
      const metres = nearMetres(longitude[i - 1]!, latitude[i - 1]!, longitude[i]!, latitude[i]!)
      if (!isGap || metres > SAME_PLACE_M) sum += metres
    }
    driven[i] = sum
  }
  return driven
}
