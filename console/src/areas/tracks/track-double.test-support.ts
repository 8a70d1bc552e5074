import { readTrack, type Track } from './track.ts'

/** A position of a test: second, metres east and north of 116.4° 39.9°, km/h, degrees. */
export type Row = readonly [second: number, eastM: number, northM: number, kmh: number, deg?: number]

export const START_S = 1_795_140_000
const PER_DEGREE_M = 111_194.93

/** A track from rows, read as the platform would have sent it. */
export function trackOf(
  rows: readonly Row[],
  gaps: readonly (readonly [fromS: number, toS: number, reason?: 'offline' | 'gpsLost'])[] = [],
): Track {
  const columns = { time: [] as number[], longitude: [] as number[], latitude: [] as number[] }
  const speed: number[] = []
  const direction: number[] = []
  let before = [0, 0, 0] as [number, number, number]
  for (const [second, east, north, kmh, deg = 0] of rows) {
    const now = [
      START_S + second,
      Math.round((116.4 + east / (PER_DEGREE_M * Math.cos((39.9 * Math.PI) / 180))) * 1e6),
      Math.round((39.9 + north / PER_DEGREE_M) * 1e6),
    ] as [number, number, number]
    columns.time.push(now[0] - before[0])
    columns.longitude.push(now[1] - before[1])
    columns.latitude.push(now[2] - before[2])
    speed.push(Math.round(kmh * 10))
    direction.push(deg)
    before = now
  }
  return readTrack({
    sn: 'CAR-1',
    startTime: START_S,
    endTime: START_S + (rows.at(-1)?.[0] ?? 0),
    interval: 1,
    ...columns,
    speed,
    direction,
    gaps: gaps.map(([fromS, toS, reason = 'gpsLost']) => ({
      startTime: START_S + fromS,
      endTime: START_S + toS,
      reason,
    })),
  })
}

/** One position a second from a function of the second. */
export const every = (fromS: number, toS: number, row: (second: number) => Row): Row[] =>
  Array.from({ length: toS - fromS + 1 }, (_, i) => row(fromS + i))
