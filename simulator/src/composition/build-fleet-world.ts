import { type BuiltFleet, buildFleet } from '../fleet/build-fleet.ts'
import type { ScenarioSpec } from '../fleet/fleet-spec.ts'
import { cityOf } from '../world/city/city-of.ts'
import { type BuiltCity, type PackedCity, packCity } from '../world/city/packed-city.ts'
import type { Interventions } from '../world/interventions.ts'
import { type BuiltWorld, createWorld } from '../world/world.ts'
import type { CachedCity, CityCache } from './city/city-cache.ts'

export type FleetWorld = {
  world: BuiltWorld
  fleet: BuiltFleet
  /** The world's city for other threads. */
  packedCity: PackedCity
  /** Keeps a newly built city for the next start. */
  keepCity(): Promise<void>
}

/** The city of a seed, the scenario's fleet in it, and the world that both and the interventions make. */
export function buildFleetWorld(
  seed: number,
  scenario: ScenarioSpec,
  cache: CityCache,
  interventions: Interventions,
): FleetWorld {
  const kept = cache.read(seed)
  const city = kept?.built.city ?? cityOf(seed)
  const fleet = buildFleet(seed, scenario, city)
  const world = createWorld(seed, { city, roster: fleet.roster, loops: kept?.built.loops, interventions })
  const own = kept ?? cache.share(seed, withPacked({ city, loops: world.traffic.loops }))
  return {
    fleet,
    world,
    packedCity: own.packed,
    async keepCity() {
      if (!own.isStored) await cache.write(seed, own)
    },
  }
}

const withPacked = (built: BuiltCity): CachedCity => ({ packed: packCity(built), built, isStored: false })
