import { type Blob, blobRing } from './blob.ts'
import type { Leaf } from './blocks.ts'
import type { Cell, Quarter } from './cells.ts'
import { courseBank, courseRing } from './course.ts'
import { createDice, type Dice } from './dice.ts'
import type { LandUse } from './land-use.ts'
import type { Namer } from './names.ts'
import { placeName } from './place-kinds.ts'
import type { PlaceList } from './places.ts'
import { ribbon } from './polygon.ts'
import type { Area, Name, Place } from './types.ts'
import type { Warp } from './warp.ts'
import { RIVER_NAME, type Water } from './water.ts'

const AREA_KIND: Record<LandUse, Area['kind']> = {
  residential: 'residential',
  oldTown: 'residential',
  towers: 'residential',
  villas: 'residential',
  commercial: 'commercial',
  industrial: 'industrial',
  campus: 'campus',
  worksite: 'worksite',
  park: 'park',
  forest: 'forest',
  fields: 'farmland',
  wild: 'farmland',
}

/** The ground of one quarter: its use as an area, with lakes and trees in parks and woods. */
export function quarterAreas(
  seed: number,
  quarter: Quarter,
  entity: number,
  leaves: readonly Leaf[],
  water: Water,
  warp: Warp,
  name: Name | undefined,
  out: Area[],
): void {
  const dice = createDice(seed, entity, 351)
  const { u0, v0, u1, v1, use } = quarter
  if (use === 'wild') return
  if (use === 'fields') {
    for (const leaf of leaves) out.push({ kind: 'farmland', ring: warp.ring(leaf.block.ring, 260) })
    if (dice.chance(0.2))
      out.push(patch(seed, entity, quarter, dice, dice.between(0.14, 0.3), 'forest', warp))
    return
  }
  if (use === 'forest') {
    out.push({ kind: 'farmland', ring: warp.ring([u0, v0, u1, v0, u1, v1, u0, v1], 260) })
    const blob: Blob = {
      seed,
      entity: entity + 100_000,
      u: (u0 + u1) / 2 + dice.between(-70, 70),
      v: (v0 + v1) / 2 + dice.between(-70, 70),
      radiusM: Math.max(u1 - u0, v1 - v0) * dice.between(0.66, 0.86),
      roughness: 0.17,
    }
    out.push({ kind: 'forest', ring: warp.ring(blobRing(blob, 64), 200) })
    return
  }
  out.push({ kind: AREA_KIND[use], name, ring: warp.ring([u0, v0, u1, v0, u1, v1, u0, v1]) })
  if (use !== 'park') return
  const wet = water.depth((u0 + u1) / 2, (v0 + v1) / 2) > -260
  const trees = 2 + dice.index(3)
  for (let k = 0; k < trees; k++) {
    out.push(patch(seed, entity + 200_000 * (k + 1), quarter, dice, dice.between(0.1, 0.2), 'grove', warp))
  }
  if (!wet && dice.chance(0.55))
    out.push(patch(seed, entity + 900_000, quarter, dice, dice.between(0.13, 0.21), 'lake', warp))
}

/** A rounded patch somewhere inside a quarter, clear of its borders. */
function patch(
  seed: number,
  entity: number,
  { u0, v0, u1, v1 }: Quarter,
  dice: Dice,
  part: number,
  kind: Area['kind'],
  warp: Warp,
): Area {
  const radiusM = Math.min(u1 - u0, v1 - v0) * part
  const room = radiusM * 1.7 + 25
  const u = dice.between(u0 + room, Math.max(u0 + room + 1, u1 - room))
  const v = dice.between(v0 + room, Math.max(v0 + room + 1, v1 - room))
  const ring = blobRing({ seed, entity, u, v, radiusM, roughness: 0.22 }, 44)
  return { kind, ring: warp.ring(ring, 200) }
}

/** Names one park, campus or worksite per cell and kind, however many quarters it takes. */
export function nameQuarters(
  cell: Cell,
  namerOf: (kind: Place['kind']) => Namer,
  warp: Warp,
  list: PlaceList,
): Map<Quarter, Name> {
  const names = new Map<Quarter, Name>()
  for (const use of ['park', 'campus', 'worksite'] as const) {
    const members = cell.quarters.filter((q) => q.use === use)
    if (!members.length) continue
    const kind = use === 'campus' ? 'university' : use
    const name = placeName(kind, namerOf(kind).classic())
    let u = 0
    let v = 0
    for (const q of members) {
      names.set(q, name)
      u += (q.u0 + q.u1) / 2 / members.length
      v += (q.v0 + q.v1) / 2 / members.length
    }
    if (use === 'worksite') continue
    const big = members.length >= 2
    list.add(kind, name, warp.x(u, v), warp.y(u, v), kind === 'park' ? (big ? 3 : 5) : big ? 3 : 4)
  }
  return names
}

/** Woods outside the planned square, so that the land does not end where the roads do. */
export function farWoods(seed: number, warp: Warp): Area[] {
  const dice = createDice(seed, 9, 352)
  const out: Area[] = []
  for (let i = 0; i < 110; i++) {
    const angle = dice.between(0, 6.283)
    const r = dice.between(18_500, 46_000)
    const blob: Blob = {
      seed,
      entity: 700_000 + i,
      u: r * Math.cos(angle),
      v: r * Math.sin(angle),
      radiusM: dice.between(300, 1300),
      roughness: 0.26,
    }
    out.push({ kind: 'forest', ring: warp.ring(blobRing(blob, 60), 400) })
  }
  return out
}

/** River, canals and lakes, with the green strips along their banks. */
export function waterAreas(water: Water, warp: Warp, urban: (u: number, v: number) => number): Area[] {
  const out: Area[] = []
  const strip = (course: Water['river'], from: number, to: number, widthM: number) => {
    for (const side of [1, -1] as const) {
      const inner = courseBank(course, from, to, side, -4)
      const outer = courseBank(course, from, to, side, widthM)
      let a: number[] = []
      let b: number[] = []
      for (let i = 0; i <= inner.length; i += 2) {
        const inside = i < inner.length && urban(inner[i]!, inner[i + 1]!) > 0.42
        if (inside) {
          a.push(inner[i]!, inner[i + 1]!)
          b.push(outer[i]!, outer[i + 1]!)
        } else {
          if (a.length > 8) out.push({ kind: 'park', ring: warp.ring(ribbon(a, b), 400) })
          a = []
          b = []
        }
      }
    }
  }
  strip(water.river, -13_000, 13_000, 44)
  for (const { course } of water.canals)
    strip(course, Math.max(course.from, -13_000), Math.min(course.to, 13_000), 22)
  out.push({
    kind: 'river',
    name: RIVER_NAME,
    ring: warp.ring(courseRing(water.river, water.river.from, water.river.to), 400),
  })
  for (const { course, name } of water.canals) {
    out.push({ kind: 'river', name, ring: warp.ring(courseRing(course, course.from, course.to), 400) })
  }
  for (const lake of water.lakes) out.push({ kind: 'lake', name: lake.name, ring: warp.ring(lake.ring, 400) })
  return out
}
