import { MINUTE_MS } from '@backlot/contract/time'
import type { FindCause } from '../../devices/alarm-type.ts'
import { districtAt } from '../../fleet/site-candidates.ts'
import { placeAt } from './driving.ts'

const STEP_MS = 15_000

/** Crossing the border of the district that the vehicle's depot lies in. */
export const border =
  (way: 'in' | 'out'): FindCause =>
  (look) => {
    const { world, device, atMs } = look
    const home = districtAt(world.city, device.x, device.y)
    if (!home) return undefined
    const isHome = (at: number) => {
      const { x, y } = placeAt(look, at)
      return districtAt(world.city, x, y) === home
    }
    let was = isHome(atMs)
    const untilMs = Math.min(look.toMs, atMs + 30 * MINUTE_MS)
    for (let at = atMs + STEP_MS; at < untilMs; at += STEP_MS) {
      const is = isHome(at)
      if (is !== was && is === (way === 'in')) return { startMs: at, endMs: at + MINUTE_MS / 2 }
      was = is
    }
    return undefined
  }
