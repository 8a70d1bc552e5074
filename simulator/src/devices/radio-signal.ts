/** Signal and battery of devices on the mobile network. */
import { smoothNoise, uniform } from '../world/hash.ts'

const STREAM = { level: 861, fading: 862, charge: 863 }

/** Received signal strength, dBm, -113 … -51. */
export function rssiAt(seed: number, entity: number, epochMs: number): number {
  const level = -92 + 26 * uniform(seed, entity, STREAM.level, 0)
  const fading = 5 * smoothNoise(seed, entity, STREAM.fading, epochMs / 45_000)
  return Math.round(Math.max(-113, Math.min(-51, level + fading)))
}

/** Charge of a body camera, %: full at the start of each of three shifts a day, a good third left at the end. */
export function bodyCameraChargePercent(seed: number, entity: number, epochMs: number): number {
  const shifts = epochMs / 28_800_000 + uniform(seed, entity, STREAM.charge, 0)
  const inShift = shifts - Math.floor(shifts)
  return Math.round(100 - inShift * (52 + 12 * uniform(seed, entity, STREAM.charge, 1)))
}
