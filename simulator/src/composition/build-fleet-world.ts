import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type BuiltFleet, buildFleet } from '../fleet/build-fleet.ts'
import { parseScenario, type ScenarioSpec } from '../fleet/fleet-spec.ts'
import { type PackedCity, packCity } from '../packed-city.ts'
import { StartError } from '../start-error.ts'
import { buildCity } from '../world/city/build-city.ts'
import { type BuiltWorld, createWorld } from '../world/world.ts'
import type { CityCache } from './city-cache.ts'

const DEMO_SCENARIO = fileURLToPath(new URL('../../../fixtures/scenarios/demo.yaml', import.meta.url))

export type FleetWorld = {
  world: BuiltWorld
  fleet: BuiltFleet
  /** The world's city for other threads. */
  packed: PackedCity
  /** Keeps a newly built city for the next start; takes some 100 ms, so call it when nobody waits. */
  keepCity(): void
}

/** The city of a seed, the scenario's fleet in it, and the world that both make. Throws a StartError on a bad scenario. */
export function buildFleetWorld(
  seed: number,
  scenarioFile: string | undefined,
  cache: CityCache,
): FleetWorld {
  const scenario = readScenario(scenarioFile ?? DEMO_SCENARIO)
  const kept = cache.read(seed)
  const city = kept?.built.city ?? buildCity(seed)
  const fleet = buildFleet(seed, scenario, city)
  const world = createWorld(seed, { city, roster: fleet.roster, loops: kept?.built.loops })
  const packed = kept?.packed ?? packCity({ city, loops: world.traffic.loops })
  return {
    fleet,
    world,
    packed,
    keepCity() {
      if (!kept) cache.write(seed, packed)
    },
  }
}

function readScenario(file: string): ScenarioSpec {
  try {
    return parseScenario(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new StartError(`Cannot use the scenario ${file}: ${(error as Error).message}`, { cause: error })
  }
}
