import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type BuiltFleet, buildFleet } from '../fleet/build-fleet.ts'
import { parseScenario, type ScenarioSpec } from '../fleet/fleet-spec.ts'
import { StartError } from '../start-error.ts'
import { buildCity } from '../world/city/build-city.ts'
import { type BuiltWorld, createWorld } from '../world/world.ts'

const DEMO_SCENARIO = fileURLToPath(new URL('../../../fixtures/scenarios/demo.yaml', import.meta.url))

export type FleetWorld = { world: BuiltWorld; fleet: BuiltFleet }

/** The city of a seed, the scenario's fleet in it, and the world that both make. Throws a StartError on a bad scenario. */
export function buildFleetWorld(seed: number, scenarioFile: string | undefined): FleetWorld {
  const scenario = readScenario(scenarioFile ?? DEMO_SCENARIO)
  const city = buildCity(seed)
  const fleet = buildFleet(seed, scenario, city)
  return { fleet, world: createWorld(seed, { city, roster: fleet.roster }) }
}

function readScenario(file: string): ScenarioSpec {
  try {
    return parseScenario(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new StartError(`Cannot use the scenario ${file}: ${(error as Error).message}`, { cause: error })
  }
}
