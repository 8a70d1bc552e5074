/** What fleets are made of, by name. Nothing here needs a schema: pages take these lists as they are. */

export const DEVICE_KINDS = [
  'camera',
  'ptzCamera',
  'bodyCamera',
  'vehicle',
  'hj212Station',
  'solarStation',
  'farmStation',
  'gasDetector',
  'sensorController',
] as const

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

/** Kinds whose devices can speak over TCP to the platform's gateways. */
export const WIRE_KINDS: readonly string[] = ['hj212Station', 'gasDetector', 'vehicle']

/** Models of kinds that measure by them; those of other kinds are names only. */
export const STATION_MODELS: Readonly<Record<string, readonly string[]>> = {
  hj212Station: ['air', 'dust', 'noise', 'water', 'industrial', 'full'],
  solarStation: ['solar', 'solar12', 'solar24'],
  sensorController: ['controllerYard', 'controllerPump', 'controllerPlant'],
}
