import type { Comparison } from '@backlot/contract/control/comparison'

/** A heading as the number that a bound means by it: bounds of ranges may lie below 0 or past 360. */
export function rotated(degrees: number, bound: Comparison): number {
  if (bound.operator !== '..') return degrees
  for (const turned of [degrees, degrees - 360, degrees + 360]) {
    if (turned >= bound.value && turned <= bound.upTo) return turned
  }
  return degrees
}
