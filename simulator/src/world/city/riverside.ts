import { blobRadius } from './blob.ts'
import { courseBank } from './course.ts'
import type { Density } from './density.ts'
import { type PlannedRoad, planRoad } from './planned-road.ts'
import type { Water } from './water.ts'

/** How far riverside streets keep from the water, metres. */
const BANK_M = 52

/** Streets along both banks of the river through the built area, and around the lakes inside it. */
export function riversideRoads(water: Water, density: Density): PlannedRoad[] {
  const out: PlannedRoad[] = []
  for (const side of [1, -1] as const) {
    const bank = courseBank(water.river, -12_500, 12_500, side, BANK_M, 2)
    const name = side === 1 ? { zh: '滨河北路', en: 'Binhe N Rd' } : { zh: '滨河南路', en: 'Binhe S Rd' }
    let line: number[] = []
    for (let i = 0; i <= bank.length; i += 2) {
      const more = i < bank.length
      const [u, v] = [bank[i] ?? 0, bank[i + 1] ?? 0]
      const keep = more && density.urban(u, v) > 0.45 && water.depth(u, v) < -BANK_M + 6
      if (keep) line.push(u, v)
      if (!keep) {
        if (line.length > 24) out.push(planRoad('street', name, line, { speedLimitKmh: 50, bankM: 10 }))
        line = []
      }
    }
  }
  for (const { blob, name } of water.lakes) {
    if (density.urban(blob.u, blob.v) < 0.5) continue
    const line: number[] = []
    const steps = 72
    for (let i = 0; i <= steps; i++) {
      const a = (2 * Math.PI * (i % steps)) / steps
      const du = Math.cos(a)
      const dv = Math.sin(a)
      const r = blobRadius(blob, du, dv) + BANK_M
      line.push(blob.u + r * du, blob.v + r * dv)
    }
    const stem = name.en.replace(/ Lake$/, '')
    out.push(planRoad('street', { zh: `环${name.zh}路`, en: `${stem} Lake Loop` }, line, { bankM: 10 }))
  }
  return out
}
