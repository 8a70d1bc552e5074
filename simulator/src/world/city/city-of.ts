import { buildCity } from './build-city.ts'
import type { City } from './types.ts'

let last: { seed: number; city: City } | undefined

/**
 * The city of a seed. The one built last is kept: worlds of one process have the same city as a rule, and nothing
 * changes a city that is built.
 */
export function cityOf(seed: number): City {
  if (last?.seed !== seed) last = { seed, city: buildCity(seed) }
  return last.city
}
