/** What moves through the view, the farther first: people and vehicles. */

import { drawPerson, peopleNear } from './draw-people.ts'
import { drawVehicle } from './draw-vehicles.ts'
import type { Light } from './light.ts'
import type { SceneInput } from './scene-input.ts'
import type { Surroundings } from './surroundings.ts'
import { depthOf, type View } from './view.ts'
import type { Canvas } from './yuv-canvas.ts'

/** Vehicles nearer or farther than this are not drawn, metres. */
const NEAREST_M = 3.5
const FARTHEST_M = 460

export function drawMovers(
  canvas: Canvas,
  view: View,
  light: Light,
  near: Surroundings,
  input: SceneInput,
): void {
  const vehicles = input.vehicles.map((vehicle) => ({
    z: depthOf(view, vehicle.x, vehicle.y),
    id: vehicle.id,
    draw: (z: number) => drawVehicle(canvas, view, light, vehicle, z),
  }))
  const people = peopleNear(view, light, near, input.timeMs, input.zoneMinutes).map((person) => ({
    z: depthOf(view, person.x, person.y),
    id: person.id,
    draw: () => drawPerson(canvas, view, light, person),
  }))
  const seen = [...vehicles, ...people].filter(({ z }) => z > NEAREST_M && z < FARTHEST_M)
  seen.sort((a, b) => b.z - a.z || a.id - b.id)
  for (const mover of seen) mover.draw(mover.z)
}
