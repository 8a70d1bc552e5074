import type { VehicleState } from '../../world/types.ts'
import type { DeviceCommand } from '../commands.ts'
import { type PlaceReport, placeReportAt } from '../place-report.ts'
import { bodyCameraChargePercent, rssiAt } from '../radio-signal.ts'
import { sosPressedAt } from '../sos.ts'

/** Report of a body camera on itself at a moment. */
export type BodyCameraReport = PlaceReport & {
  rssiDbm: number
  chargePercent: number
  sos: boolean
}

/** `trueAt`: where the officer is. `commands` are the device's own, in log order. */
export function bodyCameraReportAt(
  seed: number,
  entity: number,
  epochMs: number,
  trueAt: (epochMs: number) => VehicleState,
  commands: readonly DeviceCommand[] = [],
): BodyCameraReport {
  return {
    ...placeReportAt(seed, entity, epochMs, trueAt, commands),
    rssiDbm: rssiAt(seed, entity, epochMs, commands),
    chargePercent: bodyCameraChargePercent(seed, entity, epochMs, commands),
    sos: sosPressedAt(commands, epochMs),
  }
}
