/** Limits that stations watch, and warnings of cameras at night and of devices about to fail. */
import { MINUTE_MS } from '@backlot/contract/time'
import { longOutages, outages } from '../../devices/connectivity.ts'
import { diskFaults } from '../../devices/device-disks.ts'
import { MAINS_BUFFER_MS } from '../../devices/mains.ts'
import { hash32 } from '../../world/hash.ts'
import type { Quantity, SkyState } from '../../world/types.ts'
import { type FindCause, LONGEST_CONDITION_MS, lastHolding } from './condition.ts'

const STEP_MS = 10 * MINUTE_MS

/** A quantity past its limit; `may` decides from the sky alone when no look is needed. */
export const past =
  (quantity: Quantity, side: 'above' | 'below', limit: number, may?: (sky: SkyState) => boolean): FindCause =>
  ({ world, device, fromMs, toMs, atMs }) => {
    const { x, y, entity } = device
    const isPast = (at: number) => {
      const value = world.air.valueAt(quantity, x, y, at, entity)
      return side === 'above' ? value >= limit : value <= limit
    }
    const firstMs = fromMs + ((atMs - fromMs) % STEP_MS)
    for (let at = firstMs; at < toMs; at += STEP_MS) {
      if (may && !may(world.sky.at(at))) continue
      if (!isPast(at)) continue
      const endMs = lastHolding(isPast, at, STEP_MS / 2, at + LONGEST_CONDITION_MS)
      return { startMs: at, endMs: Math.max(endMs, at + MINUTE_MS), quantity }
    }
    return undefined
  }

const SEEN_M = 30

/** A vehicle passes before the camera. */
export const motion: FindCause = ({ world, device, atMs }) => {
  for (let at = atMs; at < atMs + 4 * MINUTE_MS; at += 20_000) {
    if (world.traffic.vehiclesNear(device.x, device.y, SEEN_M, at, 1).length === 0) continue
    return { startMs: at, endMs: at + 8000 + (hash32(device.entity, at, 0, 0) % 20_000) }
  }
  return undefined
}

const SHORTEST_MS = 5 * MINUTE_MS

/** It went offline, and comes back within hours. */
export const offline: FindCause = ({ world, device, fromMs, toMs }) => {
  const found = outages(world.seed, device.entity, fromMs, toMs).find((outage) => {
    const lengthMs = outage.toMs - outage.fromMs
    return outage.fromMs >= fromMs && lengthMs >= SHORTEST_MS && lengthMs <= LONGEST_CONDITION_MS
  })
  return found && { startMs: found.fromMs, endMs: found.toMs }
}

/** The last that is heard of a device whose mains fail: it runs on its capacitors for some seconds, then it is gone for long. */
export const powerLoss: FindCause = ({ world, device, fromMs, toMs }) => {
  const found = longOutages(world.seed, device.entity, fromMs, toMs).find(
    (outage) => outage.fromMs - MAINS_BUFFER_MS >= fromMs,
  )
  return found && { startMs: found.fromMs - MAINS_BUFFER_MS, endMs: found.fromMs - 1000 }
}

export const diskFault: FindCause = ({ world, device, fromMs, toMs }) => {
  const found = diskFaults(world.seed, device.entity, fromMs, toMs).find((span) => span.fromMs >= fromMs)
  return found && { startMs: found.fromMs, endMs: found.toMs }
}
