import { MINUTE_MS } from '@backlot/contract/time'
import type { FindCause } from '../../devices/alarm-type.ts'
import type { Quantity, SkyState } from '../../world/types.ts'
import { LONGEST_CONDITION_MS, lastHolding } from './condition.ts'

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
