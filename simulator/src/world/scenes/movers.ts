/** Things that move through a view, the farther first: the same list for drawing and for sightings. */
import type { PassingVehicle } from '../types.ts'
import type { Light } from './light.ts'
import { type Person, peopleNear } from './people-near.ts'
import type { SceneInput } from './scene-input.ts'
import type { Surroundings } from './surroundings.ts'
import { depthOf, type View } from './view.ts'

/** Vehicles nearer or farther than this are not drawn, metres. */
const NEAREST_M = 3.5
const FARTHEST_M = 460

export type Mover = { z: number; id: number } & ({ vehicle: PassingVehicle } | { person: Person })

export function moversIn(
  view: View,
  light: Light,
  near: Surroundings,
  input: Pick<SceneInput, 'vehicles' | 'timeMs' | 'zoneMinutes'>,
): Mover[] {
  const vehicles = input.vehicles.map((vehicle) => ({
    z: depthOf(view, vehicle.x, vehicle.y),
    id: vehicle.id,
    vehicle,
  }))
  const people = peopleNear(view, light, near, input.timeMs, input.zoneMinutes).map((person) => ({
    z: depthOf(view, person.x, person.y),
    id: person.id,
    person,
  }))
  const seen = [...vehicles, ...people].filter(({ z }) => z > NEAREST_M && z < FARTHEST_M)
  return seen.sort((a, b) => b.z - a.z || a.id - b.id)
}
