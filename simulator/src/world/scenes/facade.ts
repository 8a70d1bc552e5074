/** Look of a building's walls: colours and the rhythm of floors, windows and shops. */

import type { Building } from '../city/types.ts'
import { hash32 } from '../hash.ts'
import { type Rgb, rgbOf } from './colour.ts'

export type Facade = {
  wall: Rgb
  /** Colour of piers, bands and balconies. */
  trim: Rgb
  glass: Rgb
  floorM: number
  bayM: number
  /** Window as parts of bay and floor. */
  windowLeft: number
  windowRight: number
  windowLow: number
  windowHigh: number
  /** Shops with signs on the ground floor. */
  shops: boolean
  /** Lights by the hours of: homes, offices or nobody. */
  use: 'home' | 'office' | 'none'
  seed: number
}

const HOME_WALLS = [0xd2c3a6, 0xc9a98a, 0xb98d70, 0xd9d2c4, 0xc4b8a8, 0xa97e68, 0xcdbfae, 0xb7a695].map(rgbOf)
const OFFICE_WALLS = [0xa8b0b6, 0x8f9aa3, 0xb9bec2, 0x7f8b96, 0xc5c7c6, 0x99a5a8].map(rgbOf)
const SHOP_WALLS = [0xcfc8ba, 0xb8aa98, 0xd6d0c6, 0xa7958a, 0xc2b280].map(rgbOf)
const WORK_WALLS = [0x9fa8ad, 0xb4b2aa, 0x8b9aa5, 0xb09a86].map(rgbOf)
const GLASS = [0x4a6076, 0x3f5a66, 0x52606c, 0x5a7488, 0x476a70].map(rgbOf)

export function facadeOf(building: Building, index: number): Facade {
  const seed = hash32(9001, index, 3, Math.round(building.heightM * 10))
  const pick = <T>(list: readonly T[], shift: number): T => list[(seed >>> shift) % list.length]!
  const glass = pick(GLASS, 5)
  const jitter = ((seed >>> 11) & 63) / 63
  switch (building.kind) {
    case 'office':
      return {
        wall: pick(OFFICE_WALLS, 2),
        trim: pick(OFFICE_WALLS, 7),
        glass,
        floorM: 3.9,
        bayM: 1.7 + jitter * 1.2,
        windowLeft: 0.06,
        windowRight: 0.94,
        windowLow: 0.24,
        windowHigh: 0.95,
        shops: (seed & 3) === 0,
        use: 'office',
        seed,
      }
    case 'commercial':
      return {
        wall: pick(SHOP_WALLS, 2),
        trim: pick(SHOP_WALLS, 7),
        glass,
        floorM: 4.2,
        bayM: 3 + jitter * 1.5,
        windowLeft: 0.1,
        windowRight: 0.9,
        windowLow: 0.25,
        windowHigh: 0.8,
        shops: true,
        use: 'office',
        seed,
      }
    case 'industrial':
      return {
        wall: pick(WORK_WALLS, 2),
        trim: pick(WORK_WALLS, 7),
        glass,
        floorM: 5.4,
        bayM: 6 + jitter * 3,
        windowLeft: 0.12,
        windowRight: 0.88,
        windowLow: 0.62,
        windowHigh: 0.84,
        shops: false,
        use: 'none',
        seed,
      }
    case 'public':
      return {
        wall: pick(SHOP_WALLS, 3),
        trim: pick(HOME_WALLS, 7),
        glass,
        floorM: 4.1,
        bayM: 3.2 + jitter,
        windowLeft: 0.22,
        windowRight: 0.78,
        windowLow: 0.22,
        windowHigh: 0.84,
        shops: false,
        use: 'office',
        seed,
      }
    case 'rural':
      return {
        wall: pick(HOME_WALLS, 3),
        trim: pick(HOME_WALLS, 8),
        glass,
        floorM: 3.1,
        bayM: 3.4,
        windowLeft: 0.3,
        windowRight: 0.7,
        windowLow: 0.32,
        windowHigh: 0.76,
        shops: false,
        use: 'home',
        seed,
      }
    default:
      return {
        wall: pick(HOME_WALLS, 2),
        trim: pick(HOME_WALLS, 8),
        glass,
        floorM: 3,
        bayM: 2.9 + jitter * 1.1,
        windowLeft: 0.2,
        windowRight: 0.8,
        windowLow: 0.3,
        windowHigh: 0.86,
        shops: (seed & 15) < 5,
        use: 'home',
        seed,
      }
  }
}
