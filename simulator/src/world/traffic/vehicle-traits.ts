import { uniform } from '../hash.ts'

const STREAM = { odometer: 231, tank: 232, thirst: 233 }
/** The tank is filled when less than that share is left. */
export const REFUEL_BELOW = 0.25

/** What differs from vehicle to vehicle of the traffic. */
export type VehicleTraits = {
  /** Odometer when the platform got to know it. */
  boughtKm: number
  litresPerM: number
  tankL: number
}

export function vehicleTraits(seed: number, vehicle: number): VehicleTraits {
  return {
    boughtKm: 12_000 + 90_000 * uniform(seed, vehicle, STREAM.odometer, 0),
    litresPerM: (0.08 + 0.07 * uniform(seed, vehicle, STREAM.thirst, 0)) / 1000,
    tankL: 55 + 45 * uniform(seed, vehicle, STREAM.tank, 0),
  }
}

/** Fuel left after a distance that began with a full tank, filled up on the way. */
export function fuelAfter({ litresPerM, tankL }: VehicleTraits, drivenM: number): number {
  return tankL - ((drivenM * litresPerM) % (tankL * (1 - REFUEL_BELOW)))
}
