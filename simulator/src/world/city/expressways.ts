import { createDice } from './dice.ts'
import { planeNoise } from './noise.ts'
import { type PlannedRoad, planRoad } from './planned-road.ts'

const FAR_M = 150_000
/** Radial expressways by compass turn (eighths from east): names of the places they lead to. */
const RADIALS: readonly { angle: number; zh: string; en: string; fromRing: 3 | 4 }[] = [
  { angle: 0.13, zh: '京东高速', en: 'Jingdong Expressway', fromRing: 4 },
  { angle: 0.86, zh: '临港高速', en: 'Lingang Expressway', fromRing: 3 },
  { angle: 1.72, zh: '云岭高速', en: 'Yunling Expressway', fromRing: 4 },
  { angle: 2.5, zh: '西北快速路', en: 'Northwest Expressway', fromRing: 3 },
  { angle: 3.42, zh: '太行高速', en: 'Taihang Expressway', fromRing: 4 },
  { angle: 4.12, zh: '西南快速路', en: 'Southwest Expressway', fromRing: 3 },
  { angle: 4.85, zh: '南苑高速', en: 'Nanyuan Expressway', fromRing: 4 },
  { angle: 5.5, zh: '渤海高速', en: 'Bohai Expressway', fromRing: 4 },
]

/** Radials that start on a ring and leave the map, and an orbital through the outskirts. */
export function planExpressways(seed: number, rings: readonly PlannedRoad[]): PlannedRoad[] {
  const out: PlannedRoad[] = []
  for (const [index, radial] of RADIALS.entries()) {
    const dice = createDice(seed, index, 251)
    const angle0 = radial.angle + dice.between(-0.09, 0.09)
    const phase = dice.between(0, 6.28)
    const line: number[] = []
    for (let r = radial.fromRing === 3 ? 3900 : 7000; r < FAR_M; r += r < 24_000 ? 160 : 900) {
      // Bends grow longer with the distance, as they do from a hub.
      const a = angle0 + 0.1 * Math.sin(3.4 * Math.log(r / 3000) + phase)
      line.push(r * Math.cos(a), r * Math.sin(a))
    }
    const name = { zh: radial.zh, en: radial.en }
    const ringSides = rings.filter((road) => road.name.en.includes(radial.fromRing === 3 ? '3rd' : '4th'))
    out.push(planRoad('expressway', name, startOn(line, ringSides)))
  }
  const orbital = orbitalLine(seed)
  const quarter = Math.round(orbital.length / 2 / 4)
  const sides = [
    ['东段', 'East'],
    ['北段', 'North'],
    ['西段', 'West'],
    ['南段', 'South'],
  ] as const
  for (const [i, [zh, en]] of sides.entries()) {
    // Sides are cut at the diagonals, so that each carries its compass name.
    const start = Math.round((i - 0.5) * quarter)
    const line: number[] = []
    const count = orbital.length / 2
    for (let k = start; k <= start + quarter; k++) {
      const p = ((k % count) + count) % count
      line.push(orbital[2 * p]!, orbital[2 * p + 1]!)
    }
    out.push(planRoad('expressway', { zh: `绕城高速${zh}`, en: `Orbital Expressway ${en}` }, line))
  }
  return out
}

function orbitalLine(seed: number): number[] {
  const out: number[] = []
  const count = 480
  for (let i = 0; i < count; i++) {
    const a = (2 * Math.PI * i) / count
    const c = Math.cos(a)
    const s = Math.sin(a)
    const square = 1 / Math.sqrt(Math.sqrt(c * c * c * c + s * s * s * s))
    const r = 11_300 * square + 520 * planeNoise(seed, 252, 2.2 * c + 9, 2.2 * s + 9)
    out.push(r * c, r * s)
  }
  return out
}

/** Drops the part before the last crossing of the line with one of the roads. */
function startOn(line: number[], roads: readonly PlannedRoad[]): number[] {
  let at = 0
  let start: [number, number] = [line[0]!, line[1]!]
  for (let i = 0; i + 3 < Math.min(line.length, 120); i += 2) {
    for (const road of roads) {
      for (let k = 0; k + 3 < road.line.length; k += 2) {
        const t = crossing(line, i, road.line, k)
        if (t === undefined) continue
        at = i + 2
        start = [line[i]! + (line[i + 2]! - line[i]!) * t, line[i + 1]! + (line[i + 3]! - line[i + 1]!) * t]
      }
    }
  }
  return [...start, ...line.slice(at)]
}

function crossing(a: readonly number[], i: number, b: readonly number[], k: number): number | undefined {
  const ax = a[i + 2]! - a[i]!
  const ay = a[i + 3]! - a[i + 1]!
  const bx = b[k + 2]! - b[k]!
  const by = b[k + 3]! - b[k + 1]!
  const d = ax * by - ay * bx
  if (d === 0) return undefined
  const t = ((b[k]! - a[i]!) * by - (b[k + 1]! - a[i + 1]!) * bx) / d
  const s = ((b[k]! - a[i]!) * ay - (b[k + 1]! - a[i + 1]!) * ax) / d
  return t >= 0 && t <= 1 && s >= 0 && s <= 1 ? t : undefined
}
