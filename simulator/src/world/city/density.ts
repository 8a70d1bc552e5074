import { createDice } from './dice.ts'
import { bump, planeNoise, smoothStep } from './noise.ts'

/** How the city is spread over the drawing board. All values about 0 … 1, smooth. */
export type Density = {
  /** Below 0.5 there are fields. */
  urban(u: number, v: number): number
  /** Shops and offices. */
  commerce(u: number, v: number): number
  industry(u: number, v: number): number
  campus(u: number, v: number): number
  green(u: number, v: number): number
  wood(u: number, v: number): number
  /** 1 courtyards and lanes of the old town … 0 elsewhere. */
  oldTown(u: number, v: number): number
  /** Age of housing: 0 slabs of six floors … 1 towers. */
  towers(u: number, v: number): number
  /** Where there are fields and villages; beyond lies open land. */
  settled(u: number, v: number): boolean
  /** Satellite towns: centre and radius. */
  towns: { u: number; v: number; radiusM: number }[]
  /** The business district's middle. */
  business: { u: number; v: number }
}

export function planDensity(seed: number): Density {
  const dice = createDice(seed, 3, 211)
  const turn = dice.between(0, 6.28)
  const towns = [0, 1, 2, 3].map((i) => {
    const a = turn + i * 1.57 + dice.between(-0.35, 0.35)
    const r = dice.between(14_000, 16_200)
    return { u: r * Math.cos(a), v: r * Math.sin(a), radiusM: dice.between(1300, 1900) }
  })
  const business = { u: dice.between(2700, 3300), v: dice.between(-300, 700) }
  const centres = [
    { u: business.u, v: business.v, r: 950, w: 1 },
    { u: dice.between(-500, 500), v: dice.between(-600, 200), r: 800, w: 0.75 },
    ...[0, 1, 2, 3, 4].map((i) => {
      const a = turn + 0.6 + i * 1.256
      const r = dice.between(4600, 6400)
      return { u: r * Math.cos(a), v: r * Math.sin(a), r: dice.between(380, 620), w: 0.8 }
    }),
    ...towns.map((t) => ({ u: t.u, v: t.v, r: 380, w: 0.75 })),
  ]
  const works = [-0.75, -2.35, 0.12].map((a, i) => ({
    u: (7600 + 700 * i) * Math.cos(a) + dice.between(-700, 700),
    v: (7600 + 700 * i) * Math.sin(a) + dice.between(-700, 700),
    r: [1500, 1300, 1000][i]!,
  }))
  const learning = [
    { u: dice.between(-4600, -3800), v: dice.between(5000, 5900), r: 1150 },
    { u: dice.between(5200, 6000), v: dice.between(-7400, -6600), r: 620 },
  ]
  const old = { u: dice.between(-900, -300), v: dice.between(700, 1300) }
  const noise = (stream: number, u: number, v: number, scaleM: number) =>
    planeNoise(seed, stream, u / scaleM, v / scaleM)
  const most = (spots: { u: number; v: number; r: number; w?: number }[], u: number, v: number) => {
    let best = 0
    for (const s of spots) best = Math.max(best, (s.w ?? 1) * bump(u - s.u, v - s.v, s.r))
    return best
  }
  return {
    towns,
    business,
    urban: (u, v) => {
      const r = Math.sqrt(u * u + v * v)
      const lobes = 1250 * noise(221, u, v, 4200) + 600 * noise(222, u, v, 1700)
      const core = smoothStep(12_400, 7200, r - lobes)
      let town = 0
      for (const t of towns) {
        const d = Math.sqrt((u - t.u) * (u - t.u) + (v - t.v) * (v - t.v))
        town = Math.max(town, smoothStep(1.6, 0.5, d / t.radiusM + 0.35 * noise(223, u, v, 1100)))
      }
      return Math.max(core, town)
    },
    settled: (u, v) =>
      Math.sqrt(u * u + v * v) < 18_600 + 1500 * noise(231, u, v, 3800) + 600 * noise(232, u, v, 1300),
    commerce: (u, v) => most(centres, u, v) + 0.13 * noise(224, u, v, 900),
    industry: (u, v) => most(works, u, v) + 0.28 * noise(225, u, v, 1500),
    campus: (u, v) => most(learning, u, v) + 0.22 * noise(226, u, v, 1100),
    green: (u, v) =>
      0.5 + 0.5 * noise(227, u, v, 1300) + 0.12 * smoothStep(6500, 9800, Math.sqrt(u * u + v * v)),
    wood: (u, v) =>
      0.45 +
      0.55 * noise(228, u, v, 2600) +
      0.7 * bump(u + 15_000, v - 14_500, 5200) +
      0.35 * bump(u + 18_500, v - 3000, 3400),
    oldTown: (u, v) => bump(u - old.u, v - old.v, 1050) + 0.12 * noise(229, u, v, 700),
    towers: (u, v) => smoothStep(1800, 7800, Math.sqrt(u * u + v * v)) + 0.45 * noise(230, u, v, 1400),
  }
}
