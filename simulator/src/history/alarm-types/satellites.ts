import { MINUTE_MS } from '@backlot/contract/time'
import type { FindCause } from '../../devices/alarm-type.ts'
import { gpsLosses, isWeakReceiver } from '../../devices/gps-losses.ts'
import { LONGEST_CONDITION_MS } from './condition.ts'

/** A span without satellites that begins in the hour: hours of it with a bad antenna, minutes with a good one. */
export const satellites =
  (isWeak: boolean): FindCause =>
  ({ world, device, fromMs, toMs }) => {
    if (isWeakReceiver(world.seed, device.entity) !== isWeak) return undefined
    const span = gpsLosses(world.seed, device.entity, fromMs, toMs).find(
      (loss) =>
        loss.fromMs >= fromMs &&
        loss.toMs - loss.fromMs >= MINUTE_MS &&
        loss.toMs - loss.fromMs <= LONGEST_CONDITION_MS,
    )
    return span && { startMs: span.fromMs, endMs: span.toMs }
  }
