import type { Density } from './density.ts'
import type { Dice } from './dice.ts'
import type { Water } from './water.ts'

export type LandUse =
  | 'residential'
  | 'oldTown'
  | 'towers'
  | 'villas'
  | 'commercial'
  | 'industrial'
  | 'campus'
  | 'worksite'
  | 'park'
  | 'forest'
  | 'fields'
  | 'wild'

/** Land use of a quarter. */
export function landUseAt(
  u: number,
  v: number,
  urban: boolean,
  density: Density,
  water: Water,
  dice: Dice,
): LandUse {
  if (!urban && !density.settled(u, v)) return 'wild'
  if (!urban) return density.wood(u, v) + dice.between(-0.08, 0.08) > 0.8 ? 'forest' : 'fields'
  if (water.depth(u, v) > -130) return 'park'
  const commerce = density.commerce(u, v)
  const industry = density.industry(u, v)
  const campus = density.campus(u, v)
  const old = density.oldTown(u, v)
  if (density.green(u, v) + dice.between(-0.1, 0.1) > 0.94) return 'park'
  if (commerce > 0.52) return 'commercial'
  if (old > 0.5) return dice.chance(0.12) ? 'commercial' : 'oldTown'
  if (campus > 0.5) return 'campus'
  if (industry > 0.52) return 'industrial'
  const edge = density.urban(u, v)
  if (dice.chance(edge < 0.9 ? 0.06 : 0.012)) return 'worksite'
  if (dice.chance(0.045)) return 'commercial'
  if (dice.chance(0.02)) return 'campus'
  if (edge < 0.78 && dice.chance(0.4)) return 'villas'
  return density.towers(u, v) + dice.between(-0.2, 0.2) > 0.62 ? 'towers' : 'residential'
}
