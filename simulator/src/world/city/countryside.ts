import { type Blob, blobRing } from './blob.ts'
import type { Leaf } from './blocks.ts'
import { SHAPES } from './building-shapes.ts'
import { localFrame, outline } from './buildings.ts'
import type { Density } from './density.ts'
import { createDice } from './dice.ts'
import { type Ground, isAllFree } from './ground.ts'
import { laneName, type Namer } from './names.ts'
import { type PlannedRoad, planRoad } from './planned-road.ts'
import { ringMiddle } from './polygon.ts'
import { isNear, type SegmentGrid } from './segment-grid.ts'
import type { Building, Name } from './types.ts'
import type { Warp } from './warp.ts'

/** Part of the fields with a farmstead in the middle. */
const FARM_CHANCE = 0.014

export type Village = { u: number; v: number; name: Name; ring: number[]; lanes: PlannedRoad[]; size: number }

/** Villages strung along the country roads, each with a few lanes across the road. */
export function planVillages(
  seed: number,
  countryRoads: readonly PlannedRoad[],
  density: Density,
  ground: Ground,
  namer: Namer,
): Village[] {
  const out: Village[] = []
  for (const [index, road] of countryRoads.entries()) {
    const dice = createDice(seed, index, 321)
    const [u0, v0, u1, v1] = [road.line[0]!, road.line[1]!, road.line[2]!, road.line[3]!]
    const length = Math.abs(u1 - u0) + Math.abs(v1 - v0)
    const [du, dv] = [(u1 - u0) / length, (v1 - v0) / length]
    for (let s = dice.between(500, 1600); s < length - 350; s += dice.between(2300, 4800)) {
      const u = u0 + du * s
      const v = v0 + dv * s
      if (
        density.urban(u, v) > 0.3 ||
        ground.water.depth(u, v) > -430 ||
        Math.max(Math.abs(u), Math.abs(v)) > 19_300
      ) {
        continue
      }
      if (isNear(ground.wide, u, v, 240) || isNear(ground.slim, u, v, 240)) continue
      if (out.some((o) => (o.u - u) * (o.u - u) + (o.v - v) * (o.v - v) < 1_000_000)) continue
      const name = namer.village()
      const size = dice.between(0.7, 1.5)
      const blob: Blob = { seed, entity: 5000 + out.length, u, v, radiusM: 215 * size, roughness: 0.16 }
      const lanes: PlannedRoad[] = []
      const count = size > 1.15 ? 4 : size > 0.85 ? 3 : 2
      for (let k = 0; k < count; k++) {
        const along = (k - (count - 1) / 2) * dice.between(88, 112)
        const reach = 190 * size * (1 - 0.25 * Math.abs(k - (count - 1) / 2))
        const [a, b] = [reach * dice.between(0.6, 1), reach * dice.between(0.6, 1)]
        const bend = dice.between(-14, 14)
        const [pu, pv] = [u + du * along, v + dv * along]
        const line = [pu - dv * a + du * bend, pv + du * a + dv * bend, pu, pv, pu + dv * b, pv - du * b]
        lanes.push(planRoad('lane', laneName(name, k, false), line, { speedLimitKmh: 20, lanes: 1 }))
      }
      out.push({ u, v, name, ring: blobRing(blob, 36), lanes, size })
    }
  }
  return out
}

/** Houses along both sides of a village's lanes. */
export function buildVillage(
  seed: number,
  village: Village,
  index: number,
  through: SegmentGrid,
  warp: Warp,
  out: Building[],
): void {
  const dice = createDice(seed, index, 331)
  const frame = localFrame(warp, village.u, village.v)
  for (const { line } of village.lanes) {
    for (const half of [0, 1]) {
      const [au, av] = [line[2]!, line[3]!]
      const [bu, bv] = half === 0 ? [line[0]!, line[1]!] : [line[4]!, line[5]!]
      const length = Math.sqrt((bu - au) * (bu - au) + (bv - av) * (bv - av))
      const [du, dv] = [(bu - au) / length, (bv - av) / length]
      const angle = Math.atan2(dv, du)
      for (let s = 30; s < length; s += dice.between(21, 28)) {
        for (const side of [-1, 1]) {
          if (dice.chance(0.16)) continue
          const off = side * dice.between(12.5, 16)
          if (isNear(through, au + du * s - dv * off, av + dv * s + du * off, 17)) continue
          const shape = SHAPES[dice.pick(['rectangle', 'rectangle', 'l', 'u'] as const)]
          const ring = outline(
            frame,
            au + du * s - dv * off,
            av + dv * s + du * off,
            dice.between(11, 15),
            dice.between(9, 12),
            angle,
            shape,
          )
          out.push({ ring, heightM: Math.round(dice.between(3.5, 7.5) * 10) / 10, kind: 'rural' })
        }
      }
    }
  }
}

/** Farmsteads: two or three sheds in the middle of a field, well away from villages. Gives the yard's position, or undefined. */
export function buildFarm(
  seed: number,
  leaf: Leaf,
  index: number,
  villages: readonly Village[],
  ground: Ground,
  warp: Warp,
  out: Building[],
): { u: number; v: number } | undefined {
  const dice = createDice(seed, index, 332)
  if (leaf.use !== 'fields' || !dice.chance(FARM_CHANCE)) return undefined
  const [u, v] = ringMiddle(leaf.block.ring)
  if (!isAllFree(ground, u, v, 120)) return undefined
  if (villages.some((o) => (o.u - u) * (o.u - u) + (o.v - v) * (o.v - v) < 360_000)) return undefined
  const frame = localFrame(warp, u, v)
  const c = Math.cos(leaf.angle)
  const s = Math.sin(leaf.angle)
  const sheds = 2 + dice.index(2)
  for (let k = 0; k < sheds; k++) {
    const off = (k - (sheds - 1) / 2) * 24
    const ring = outline(
      frame,
      u - off * s,
      v + off * c,
      dice.between(34, 56),
      dice.between(11, 15),
      leaf.angle,
      SHAPES.rectangle,
    )
    out.push({ ring, heightM: Math.round(dice.between(4, 7) * 10) / 10, kind: 'rural' })
  }
  return { u, v }
}
