/** Names for the parts of fleets. Nothing here needs a schema: pages use these lists directly. */

/** Kinds of sites a city has, to place devices at. `traffic`: in a moving vehicle. */
export const PLACEMENTS = [
  'junctions',
  'gates',
  'worksites',
  'parks',
  'roads',
  'roadsides',
  'riverside',
  'industry',
  'countryside',
  'traffic',
] as const

/**
 * How often moving devices report: `normal` every 2 to 10 s, `busy` every second, `calm` every 15 to 60 s.
 */
export const FLEET_PROFILES = ['normal', 'busy', 'calm'] as const

export type FleetProfile = (typeof FLEET_PROFILES)[number]

/** Most devices of one fleet. */
export const FLEET_COUNT_MAX = 200_000
