/** Signal and battery of devices on the mobile network. */
import { smoothNoise, uniform } from '../world/hash.ts'
import type { DeviceCommand } from './commands.ts'
import { faultAt } from './fault-state.ts'

const STREAM = { level: 861, fading: 862, charge: 863 }
const HOUR_MS = 3_600_000
const NONE: readonly DeviceCommand[] = []
/** Default loss of a weak signal, dB, and of a failing battery, percentage points an hour. */
const USUAL_LOSS_DB = 24
const USUAL_LOSS_POINTS = 12

/** dB that a fault takes from a device's signal. */
export function signalLoss(
  seed: number,
  entity: number,
  epochMs: number,
  commands: readonly DeviceCommand[] = NONE,
): number {
  const fault = faultAt(seed, entity, 'weakSignal', epochMs, commands)
  return fault ? (fault.amount ?? USUAL_LOSS_DB) : 0
}

/** Received signal strength, dBm, -113 … -51. */
export function rssiAt(
  seed: number,
  entity: number,
  epochMs: number,
  commands: readonly DeviceCommand[] = NONE,
): number {
  const level = -92 + 26 * uniform(seed, entity, STREAM.level, 0)
  const fading = 5 * smoothNoise(seed, entity, STREAM.fading, epochMs / 45_000)
  const lost = signalLoss(seed, entity, epochMs, commands)
  return Math.round(Math.max(-113, Math.min(-51, level + fading - lost)))
}

/** Charge of a body camera, %: full at the start of each of three shifts a day, a good third left at the end. */
export function bodyCameraChargePercent(
  seed: number,
  entity: number,
  epochMs: number,
  commands: readonly DeviceCommand[] = NONE,
): number {
  const shifts = epochMs / 28_800_000 + uniform(seed, entity, STREAM.charge, 0)
  const inShift = shifts - Math.floor(shifts)
  const charge = 100 - inShift * (52 + 12 * uniform(seed, entity, STREAM.charge, 1))
  const fault = faultAt(seed, entity, 'lowBattery', epochMs, commands)
  if (!fault) return Math.round(charge)
  const lost = ((fault.amount ?? USUAL_LOSS_POINTS) * (epochMs - fault.fromMs)) / HOUR_MS
  return Math.round(Math.max(3, charge - lost))
}
