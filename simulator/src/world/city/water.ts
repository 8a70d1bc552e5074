import { type Blob, blobRadius, blobRing } from './blob.ts'
import { type Course, courseDepth, createCourse } from './course.ts'
import { createDice } from './dice.ts'
import { planeNoise } from './noise.ts'
import type { Name } from './types.ts'

export type Water = {
  /** Metres inside water (positive) or to the nearest bank (negative), about. */
  depth(u: number, v: number): number
  river: Course
  canals: { course: Course; name: Name }[]
  lakes: { blob: Blob; name: Name; ring: number[] }[]
}

export const RIVER_NAME: Name = { zh: '清源河', en: 'Qingyuan River' }

/** How far the water reaches past the planned square, so that it does not end in a field. */
const REACH_M = 150_000

/** River from north-west to south-east past the centre, two tributary canals, lakes. */
export function planWater(seed: number): Water {
  const dice = createDice(seed, 1, 201)
  const p1 = dice.between(0, 6.28)
  const p2 = dice.between(0, 6.28)
  const offset = dice.between(-1500, -1000)
  const slope = dice.between(-0.4, -0.3)
  const meander = (u: number) =>
    slope * u +
    820 * Math.sin(u / 2900 + p1) +
    330 * Math.sin(u / 1240 + p2) +
    110 * planeNoise(seed, 205, u / 1000, 0)
  const shift = offset - meander(0)
  const riverAt = (u: number) => meander(u) + shift
  const river = createCourse(
    'u',
    -REACH_M,
    REACH_M,
    riverAt,
    (u) => 74 + Math.max(-22_000, Math.min(60_000, u)) * 0.0011 + 20 * planeNoise(seed, 206, u / 1500, 0),
  )
  const canals = [
    { name: { zh: '金水渠', en: 'Jinshui Canal' }, u: dice.between(3000, 3900), up: 1 },
    { name: { zh: '凉水河', en: 'Liangshui River' }, u: dice.between(-5600, -4600), up: -1 },
    { name: { zh: '温榆河', en: 'Wenyu River' }, u: dice.between(8800, 9800), up: 1 },
  ].map(({ name, u, up }, index) => {
    const phase = dice.between(0, 6.28)
    const centre = (v: number) =>
      u + 520 * Math.sin(v / 2300 + phase) + 170 * Math.sin(v / 870 + 2 * phase) + v * 0.08 * (index - 1)
    // The canal starts in the river: walk along it until the river's middle is crossed.
    let mouth = up > 0 ? -REACH_M : REACH_M
    for (let step = 0; step * 25 < 2 * REACH_M; step++) {
      const v = up > 0 ? REACH_M - step * 25 : -REACH_M + step * 25
      mouth = v
      if ((v - riverAt(centre(v))) * up <= 0) break
    }
    const width = (v: number) => 21 + 5 * planeNoise(seed, 207, v / 900, index * 7) + index * 3
    const course =
      up > 0
        ? createCourse('v', mouth, REACH_M, centre, width)
        : createCourse('v', -REACH_M, mouth, centre, width)
    return { name, course }
  })
  const lakes = planLakes(seed)
  const depth = (u: number, v: number) => {
    let deepest = courseDepth(river, u, v)
    for (const canal of canals) deepest = Math.max(deepest, courseDepth(canal.course, u, v))
    for (const { blob } of lakes) {
      const du = u - blob.u
      const dv = v - blob.v
      const away = Math.sqrt(du * du + dv * dv)
      // Far off, the circle around the lake will do.
      const reach = away > 3 * blob.radiusM ? 1.7 * blob.radiusM : blobRadius(blob, du, dv)
      deepest = Math.max(deepest, reach - away)
    }
    return deepest
  }
  return { depth, river, canals, lakes }
}

function planLakes(seed: number) {
  const dice = createDice(seed, 2, 201)
  const at = (u: number, v: number, radiusM: number, zh: string, en: string, entity: number) => {
    const blob: Blob = {
      seed,
      entity,
      u: u + dice.between(-0.4, 0.4) * radiusM,
      v: v + dice.between(-0.4, 0.4) * radiusM,
      radiusM,
      roughness: 0.32,
    }
    return { blob, name: { zh, en }, ring: blobRing(blob, 128) }
  }
  return [
    at(6400, 1700, 760, '东湖', 'East Lake', 1),
    at(-750, 1150, 230, '镜湖', 'Mirror Lake', 2),
    at(-6600, 3800, 520, '玉渊湖', 'Yuyuan Lake', 3),
    at(2600, -6900, 420, '南苑湖', 'Nanyuan Lake', 4),
    at(-14_500, 13_000, 1250, '云岭水库', 'Yunling Reservoir', 5),
    at(14_600, -3300, 640, '白鹭淀', 'Bailu Marsh', 6),
    at(-12_800, -9800, 560, '柳泊', 'Liubo Lake', 7),
  ]
}
