import type { ShapeName } from './building-shapes.ts'
import type { Density } from './density.ts'
import type { Dice } from './dice.ts'
import type { LandUse } from './land-use.ts'
import type { Building } from './types.ts'

/** How one block is built: a grid of plots with one building each. Sizes in metres. */
export type BuildingRule = {
  kind: Building['kind']
  pitchU: number
  pitchV: number
  /** Part of the plot that the building covers. */
  widthM: number
  depthM: number
  /** Random change of size, and of place within the plot, as a fraction. */
  vary: number
  /** Plots left empty. */
  empty: number
  shapes: readonly ShapeName[]
  /** Empty plots are gardens. */
  planted: boolean
  height(dice: Dice): number
}

/** The rule for a block at (u, v); undefined for uses without buildings. */
export function buildingRule(
  use: LandUse,
  u: number,
  v: number,
  density: Density,
  dice: Dice,
): BuildingRule | undefined {
  switch (use) {
    case 'residential': {
      const floors = dice.chance(0.72) ? 6 : dice.index(3) * 2 + 9
      const widthM = dice.between(42, 68)
      return {
        kind: 'residential',
        pitchU: widthM + dice.between(15, 22),
        pitchV: floors > 6 ? 52 : dice.between(36, 43),
        widthM,
        depthM: dice.between(11.5, 14),
        vary: 0.06,
        empty: 0.07,
        planted: true,
        shapes: ['rectangle'],
        height: (d) => floors * 2.9 + d.between(0.5, 1.5),
      }
    }
    case 'towers': {
      const floors = 17 + dice.index(17)
      return {
        kind: 'residential',
        pitchU: dice.between(58, 70),
        pitchV: dice.between(62, 76),
        widthM: dice.between(28, 38),
        depthM: dice.between(17, 22),
        vary: 0.1,
        empty: 0.14,
        planted: true,
        shapes: dice.chance(0.5) ? ['t'] : ['rectangle', 'stepped'],
        height: (d) => (floors + d.index(4)) * 2.95,
      }
    }
    case 'villas':
      return {
        kind: 'residential',
        pitchU: 34,
        pitchV: 40,
        widthM: 16,
        depthM: 13,
        vary: 0.15,
        empty: 0.12,
        planted: true,
        shapes: ['rectangle', 'l', 'stepped'],
        height: (d) => d.between(7.5, 10.5),
      }
    case 'oldTown':
      return {
        kind: 'residential',
        pitchU: dice.between(21, 25),
        pitchV: dice.between(19, 22),
        widthM: 18.5,
        depthM: 16,
        vary: 0.12,
        empty: 0.08,
        planted: false,
        shapes: ['u', 'u', 'l', 'rectangle'],
        height: (d) => d.between(4, 6.5),
      }
    case 'commercial': {
      const commerce = Math.max(0.2, density.commerce(u, v))
      const high = commerce > 0.72
      return {
        kind: high || dice.chance(0.35) ? 'office' : 'commercial',
        pitchU: dice.between(54, 68),
        pitchV: dice.between(50, 64),
        widthM: dice.between(38, 50),
        depthM: dice.between(32, 46),
        vary: 0.16,
        empty: 0.1,
        planted: true,
        shapes: high
          ? ['rectangle', 'rectangle', 'chamfered', 'stepped', 'l', 'oval', 'rectangle']
          : ['rectangle', 'l', 'u', 'l', 'stepped'],
        height: (d) => {
          const tall = d.next()
          return high
            ? 40 + 150 * commerce * tall * tall + (d.chance(0.04) ? 130 : 0)
            : 12 + 60 * commerce * tall
        },
      }
    }
    case 'industrial':
      return {
        kind: 'industrial',
        pitchU: dice.between(92, 150),
        pitchV: dice.between(58, 84),
        widthM: dice.between(72, 116),
        depthM: dice.between(36, 54),
        vary: 0.12,
        empty: 0.16,
        planted: false,
        shapes: ['rectangle', 'rectangle', 'rectangle', 'l'],
        height: (d) => d.between(8, 15),
      }
    case 'campus':
      return {
        kind: 'public',
        pitchU: dice.between(78, 92),
        pitchV: dice.between(54, 64),
        widthM: dice.between(50, 64),
        depthM: dice.between(24, 34),
        vary: 0.14,
        empty: 0.2,
        planted: true,
        shapes: ['l', 'u', 'rectangle', 't'],
        height: (d) => d.between(13, 30),
      }
    case 'worksite':
      return {
        kind: 'industrial',
        pitchU: 170,
        pitchV: 150,
        widthM: 44,
        depthM: 12,
        vary: 0.25,
        empty: 0.5,
        planted: false,
        shapes: ['rectangle'],
        height: (d) => d.between(3, 7),
      }
    default:
      return undefined
  }
}
