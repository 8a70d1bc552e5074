/** Digest of a world: samples of everything it answers, hashed. Two worlds with one digest are one. */

import { WORLD_QUANTITY_NAMES } from './air/quantity-table.ts'
import { mix32 } from './hash.ts'
import type { World } from './types.ts'

/** Hash of `samples` answers, spread over the 180 days before `epochMs` and over the city. */
export function worldDigest(world: World, epochMs: number, samples: number): number {
  let digest = 0x811c_9dc5
  const take = (value: number) => {
    // Nine significant digits, on which platforms agree to the last place of a sine.
    const text = value.toPrecision(9)
    for (let i = 0; i < text.length; i++) digest = Math.imul(digest ^ text.charCodeAt(i), 0x0100_0193)
    digest = mix32(digest)
  }
  for (let i = 0; i < samples; i++) {
    const at = epochMs - (i * 15_552_000_000) / samples
    const x = ((i * 7919) % (2 * world.city.halfSizeM)) - world.city.halfSizeM
    const y = ((i * 104_729) % (2 * world.city.halfSizeM)) - world.city.halfSizeM
    for (const value of Object.values(world.sky.at(at))) take(value)
    const vehicle = world.traffic.vehicleAt(i % 997, at)
    for (const value of Object.values(vehicle)) take(Number(value))
    for (const passing of world.traffic.vehiclesNear(vehicle.x, vehicle.y, 150, at, 8)) {
      take(passing.id)
      take(passing.x + passing.y)
      take(passing.colour)
    }
    take(world.air.valueAt(WORLD_QUANTITY_NAMES[i % WORLD_QUANTITY_NAMES.length]!, x, y, at, i % 50))
    for (const incident of world.incidents.activeAt(at)) {
      take(incident.startMs)
      take(incident.endMs)
      take(incident.x)
    }
  }
  return digest >>> 0
}
