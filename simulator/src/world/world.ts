/** The world of a seed: the city and its physics joined. Everything it answers depends on seed, roster, interventions and time alone. */
import { type AirWithMemory, createAir } from './air/create-air.ts'
import { cityOf } from './city/city-of.ts'
import type { City } from './city/types.ts'
import { createInterventions } from './create-interventions.ts'
import { createIncidents } from './incidents/create-incidents.ts'
import { EMPTY_ROSTER, type Roster } from './incidents/roster.ts'
import type { Interventions } from './interventions.ts'
import { createNewcomers, type Newcomers } from './newcomers.ts'
import { createSky } from './sky/create-sky.ts'
import type { LoopTable } from './traffic/build-loops.ts'
import { createTraffic, type TrafficWithRoads } from './traffic/create-traffic.ts'
import type { World } from './types.ts'

/** Raised by one whenever the same seed and moment would answer something else. */
export const WORLD_VERSION = '5'

export type WorldOptions = {
  /** A city built before; it must be the seed's own. */
  city?: City
  /** Devices that incidents happen to and vehicles that cameras see: from the fleet (see fleet/build-fleet.ts). */
  roster?: Roster
  /** Loops built before for this city and seed. */
  loops?: LoopTable
  /** Interventions of people in the world; a live list. */
  interventions?: Interventions
  /** Fleets that came while the city was watched; a live list. */
  newcomers?: Newcomers
}

export type BuiltWorld = World & { traffic: TrafficWithRoads; air: AirWithMemory; roster: Roster }

/** Builds the world of a seed: the city unless it is given, the loops of its traffic, and the rest on demand. */
export function createWorld(seed: number, options: WorldOptions = {}): BuiltWorld {
  const city = options.city ?? cityOf(seed)
  const roster = options.roster ?? EMPTY_ROSTER
  const interventions = options.interventions ?? createInterventions()
  const newcomers = options.newcomers ?? createNewcomers()
  const sky = createSky(seed, city.longitude, city.latitude, interventions)
  const traffic = createTraffic(seed, city, {
    fleetVehicles: roster.vehicles + roster.bodyCameras,
    tracks: roster,
    loops: options.loops,
    newcomers,
  })
  const incidents = createIncidents(seed, city, traffic, roster, interventions, newcomers)
  const air = createAir(seed, city, sky, traffic, incidents, interventions, newcomers)
  const version = WORLD_VERSION
  return { seed, version, city, sky, traffic, air, incidents, roster, interventions, newcomers }
}
