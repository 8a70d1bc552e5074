import gcoord from 'gcoord'
import { type LngLat, latitudeOf, longitudeOf, mercatorX, mercatorY } from './mercator.ts'

/**
 * Datums of map services. Devices, calls and everything that is stored speak WGS-84; a display position is one in the
 * shown map's datum: GCJ-02 in Mercator, or Baidu's own plane (BD-09 metres) as if its 2^26 m square were the Mercator
 * square. A display position is never stored.
 */
export const DATUMS = ['WGS-84', 'GCJ-02', 'BD-09'] as const
export type Datum = (typeof DATUMS)[number]

/** Side of Baidu's square in its metres: at zoom z a tile of 256 px is 2^(26 − z) of them. */
const BAIDU_SIDE = 2 ** 26
/** Conversions back are solved to this many degrees (about a centimetre). */
const SOLVED_DEG = 1e-7

const pair = (position: readonly number[]): LngLat => [position[0] as number, position[1] as number]

/** Exact forward conversion of one WGS-84 position. */
export function toDisplayExact(datum: Datum, position: LngLat): LngLat {
  if (datum === 'WGS-84') return position
  const input: [number, number] = [position[0], position[1]]
  if (datum === 'GCJ-02') return pair(gcoord.transform(input, gcoord.WGS84, gcoord.GCJ02))
  const metres = pair(gcoord.transform(input, gcoord.WGS84, gcoord.BD09MC))
  return [longitudeOf(metres[0] / BAIDU_SIDE + 0.5), latitudeOf(0.5 - metres[1] / BAIDU_SIDE)]
}

/** WGS-84 of a display position, solved by iteration on the forward conversion. */
export function fromDisplayExact(datum: Datum, display: LngLat): LngLat {
  if (datum === 'WGS-84') return display
  let guess = datum === 'BD-09' ? baiduStart(display) : display
  for (let round = 0; round < 20; round++) {
    const there = toDisplayExact(datum, guess)
    const scale = datum === 'BD-09' ? localScale(guess) : ([1, 1] as const)
    const dLng = (display[0] - there[0]) / scale[0]
    const dLat = (display[1] - there[1]) / scale[1]
    guess = [guess[0] + dLng, guess[1] + dLat]
    if (Math.abs(dLng) < SOLVED_DEG && Math.abs(dLat) < SOLVED_DEG) break
  }
  return guess
}

function baiduStart(display: LngLat): LngLat {
  const metres: [number, number] = [
    (mercatorX(display[0]) - 0.5) * BAIDU_SIDE,
    (0.5 - mercatorY(display[1])) * BAIDU_SIDE,
  ]
  return pair(gcoord.transform(metres, gcoord.BD09MC, gcoord.WGS84))
}

/** Display degrees per degree around a position, by difference. */
function localScale(position: LngLat): readonly [number, number] {
  const step = 0.001
  const here = toDisplayExact('BD-09', position)
  const east = toDisplayExact('BD-09', [position[0] + step, position[1]])
  const north = toDisplayExact('BD-09', [position[0], position[1] + step])
  return [(east[0] - here[0]) / step, (north[1] - here[1]) / step]
}

/**
 * Tile of Baidu's scheme for a tile of the Mercator scheme: its rows count northwards from the equator, its columns
 * eastwards from the prime meridian.
 */
export function baiduTile(z: number, x: number, y: number): { x: number; y: number } {
  const half = 2 ** z / 2
  return { x: x - half, y: half - 1 - y }
}
