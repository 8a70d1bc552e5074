/** How a vehicle drives, for warnings of its terminal. */
import { MINUTE_MS } from '@backlot/contract/time'
import type { Held, Look } from '../../devices/alarm-type.ts'
import { noPlace } from '../../world/traffic/no-place.ts'
import type { MovingPlace } from '../../world/types.ts'
import { lastHolding } from './condition.ts'

const scratch = noPlace()

/** The vehicle's place at a moment; the same object each time. */
export function placeAt({ world, device }: Look, atMs: number): MovingPlace {
  world.traffic.vehicleInto(device.trafficIndex ?? 0, atMs, scratch)
  return scratch
}
export const isOn = ({ world, device }: Look, atMs: number) =>
  world.traffic.isUnderWay(device.trafficIndex ?? 0, atMs)

/** From `startMs` to where the ignition is turned off, at most `mostMs`. */
export function whileDriving(look: Look, startMs: number, mostMs: number): Held {
  const endMs = lastHolding((atMs) => isOn(look, atMs), startMs, MINUTE_MS, startMs + mostMs)
  return { startMs, endMs: Math.max(endMs, startMs + MINUTE_MS) }
}

/** When in the hour the ignition is turned on. */
export function ignitionIn(look: Look): number | undefined {
  let was = isOn(look, look.fromMs)
  for (let atMs = look.fromMs + MINUTE_MS; atMs < look.toMs; atMs += MINUTE_MS) {
    const is = isOn(look, atMs)
    if (is && !was) {
      let onMs = atMs
      while (isOn(look, onMs - 1000)) onMs -= 1000
      return onMs
    }
    was = is
  }
  return undefined
}
