/**
 * Charge that a solar station's battery lacks because of a fault, in percentage points. It falls by the hour while the
 * fault lasts, and recovers from the panel's surplus afterwards. It never jumps.
 */
import type { Air } from '../world/types.ts'
import type { DeviceCommand } from './commands.ts'
import { faultAt, faultEdges } from './fault-state.ts'

const HOUR_MS = 3_600_000
/** Percentage points an hour that a failing battery loses by default. */
const USUAL_LOSS_POINTS = 12
/** It cannot lack more. */
const MOST_POINTS = 96
/** Of the panel's yield; the rest feeds the load. */
const SHARE_TO_BATTERY = 0.7
/** After this time the effect of a past fault is gone, whatever the weather was. */
const REMEMBERED_MS = 30 * 24 * HOUR_MS

export function batteryLoss(
  air: Pick<Air, 'solarYieldBetween'>,
  { seed, entity, commands }: { seed: number; entity: number; commands: readonly DeviceCommand[] },
  epochMs: number,
): number {
  const edges = faultEdges(seed, entity, 'lowBattery', epochMs - REMEMBERED_MS, epochMs, commands)
  let lacking = 0
  edges.forEach((fromMs, i) => {
    const toMs = edges[i + 1] ?? epochMs
    const fault = faultAt(seed, entity, 'lowBattery', fromMs, commands)
    if (fault) {
      const points = ((fault.amount ?? USUAL_LOSS_POINTS) * (toMs - fromMs)) / HOUR_MS
      lacking = Math.min(MOST_POINTS, lacking + points)
    } else if (lacking > 0) {
      const given = air.solarYieldBetween(entity, fromMs, toMs)
      lacking = Math.max(0, lacking - 100 * SHARE_TO_BATTERY * given)
    }
  })
  return lacking
}
