import { ABILITY_BITS } from '@backlot/contract/capabilities'
import { BIZ_TYPES, type TreeEntry } from './tree-entry.ts'

/**
 * Filters of the tree (stated): the bits of abilities and, above them, the kinds of acquisition that the business type
 * distinguishes.
 */
export const ABILITY_FILTERS = {
  video: ABILITY_BITS.video,
  hjt212: ABILITY_BITS.hjt212,
  alarm: ABILITY_BITS.alarm,
  meeting: ABILITY_BITS.meeting,
  gps: ABILITY_BITS.gps,
  cis: ABILITY_BITS.cis,
  acquisition: ABILITY_BITS.acquisition,
  solar: 1 << 16,
  agriculture: 1 << 17,
  sensor: ABILITY_BITS.sensor,
  ai: ABILITY_BITS.ai,
} as const
type AbilityFilter = keyof typeof ABILITY_FILTERS
export const ABILITY_FILTER_NAMES = Object.keys(ABILITY_FILTERS) as readonly AbilityFilter[]

const BY_BIZ_TYPE: readonly (readonly [number, readonly string[]])[] = [
  [ABILITY_FILTERS.solar, [BIZ_TYPES.solar]],
  [ABILITY_FILTERS.agriculture, [BIZ_TYPES.agriculture]],
  [ABILITY_FILTERS.sensor, [BIZ_TYPES.gas, BIZ_TYPES.sensor]],
]

/** Whether a device has one of the abilities of a filter; 0 means no filter. */
export function passesAbility(node: Pick<TreeEntry, 'ability' | 'bizType'>, filter: number): boolean {
  const { ability = 0, bizType = [] } = node
  if (filter === 0 || (ability & filter) !== 0) return true
  if ((ability & (ABILITY_BITS.acquisition | ABILITY_BITS.sensor)) === 0) return false
  return BY_BIZ_TYPE.some(
    ([bit, types]) => (filter & bit) !== 0 && types.some((type) => bizType.includes(type)),
  )
}
