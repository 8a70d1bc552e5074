import type { Lattice } from './lattice.ts'
import { smoothCurve } from './polygon.ts'
import type { Name } from './types.ts'

export type RailwayPlan = {
  lines: number[][]
  /** Stations beside the track: position, direction of the track, name. */
  stations: { u: number; v: number; du: number; dv: number; name: Name; main: boolean }[]
}

/** Two main lines and a freight branch, laid inside the cells of the lattice so that they do not ride on avenues. */
export function planRailways(lattice: Lattice): RailwayPlan {
  const southV = inCell(lattice.rows, -3300, 0.26)
  const southFar = inCell(lattice.rows, -5600, 0.72)
  const westU = inCell(lattice.columns, -5900, 0.3)
  const eastWest = smoothCurve(
    [
      -46_000,
      -15_500,
      -32_000,
      -11_000,
      -20_000,
      -8600,
      -12_000,
      southFar - 400,
      -8200,
      southV - 900,
      -4800,
      southV,
      -2400,
      southV,
      0,
      southV,
      2400,
      southV,
      5200,
      southV + 500,
      9000,
      southV - 700,
      14_000,
      southV + 1200,
      20_000,
      -900,
      32_000,
      2500,
      46_000,
      4800,
    ],
    14,
  )
  const northSouth = smoothCurve(
    [
      -9500,
      46_000,
      -8400,
      32_000,
      -7600,
      20_000,
      westU - 700,
      12_500,
      westU,
      8800,
      westU,
      6400,
      westU,
      4300,
      westU - 500,
      2200,
      westU - 800,
      0,
      westU - 1000,
      -2000,
      westU - 1700,
      southV - 500,
      westU - 3600,
      southV - 1900,
      -13_500,
      southFar - 700,
    ],
    14,
  )
  const freight = smoothCurve(
    [
      5200,
      southV + 500,
      6700,
      southV - 100,
      7300,
      southV - 1700,
      7600,
      southV - 3800,
      9200,
      -9800,
      12_000,
      -14_500,
      14_400,
      -20_000,
      16_500,
      -27_000,
      18_600,
      -35_500,
      20_500,
      -46_000,
    ],
    12,
  )
  // Beyond the outskirts the tracks run straight on, out of every view of the city.
  return {
    lines: [
      [-150_000, -50_500, ...eastWest, 150_000, 22_000],
      [-18_000, 150_000, ...northSouth],
      [...freight, 40_000, -150_000],
    ],
    stations: [
      { u: -300, v: southV, du: 1, dv: 0, name: { zh: '中城站', en: 'Zhongcheng Station' }, main: true },
      { u: westU, v: 6000, du: 0, dv: 1, name: { zh: '西北站', en: 'Northwest Station' }, main: true },
      ...onLine(eastWest, 11_800, { zh: '东郊站', en: 'Dongjiao Station' }),
      ...onLine(eastWest, -16_000, { zh: '柳泊站', en: 'Liubo Station' }),
    ],
  }
}

function inCell(lines: readonly { at: number }[], wish: number, fraction: number): number {
  for (let i = 0; i + 1 < lines.length; i++) {
    const a = lines[i]!.at
    const b = lines[i + 1]!.at
    if (wish >= a && wish < b) return a + (b - a) * fraction
  }
  return wish
}

function onLine(line: readonly number[], u: number, name: Name) {
  for (let i = 0; i + 3 < line.length; i += 2) {
    if (line[i]! <= u && line[i + 2]! > u) {
      const du = line[i + 2]! - line[i]!
      const dv = line[i + 3]! - line[i + 1]!
      const length = Math.sqrt(du * du + dv * dv)
      return [{ u: line[i]!, v: line[i + 1]!, du: du / length, dv: dv / length, name, main: false }]
    }
  }
  return []
}
