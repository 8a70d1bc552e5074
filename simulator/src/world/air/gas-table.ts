/**
 * Gases that detectors warn of: the reading of a full leak, and the alarm levels of GB/T 50493-2019 (mg/m³; %LEL for
 * combustible gas). Oxygen warns when there is too little or too much (%vol).
 */
import type { LeakingGas } from '../interventions.ts'
import type { Quantity } from '../types.ts'

export type GasRow = {
  quantity: Quantity
  /** Reading at the source of a severe leak, less the reading without one. */
  leakAdds: number
  /** Reading without a leak. */
  usual: number
  low: number
  high: number
}

export const GASES: Readonly<Record<LeakingGas, GasRow>> = {
  combustible: { quantity: 'gasCombustible', leakAdds: 62, usual: 0.8, low: 25, high: 50 },
  co: { quantity: 'gasCo', leakAdds: 58, usual: 1.4, low: 20, high: 40 },
  h2s: { quantity: 'gasH2s', leakAdds: 27, usual: 0.3, low: 10, high: 20 },
  nh3: { quantity: 'gasNh3', leakAdds: 55, usual: 0.9, low: 20, high: 40 },
  o2: { quantity: 'gasO2', leakAdds: -4.5, usual: 20.9, low: 19.5, high: 23.5 },
}

/** A leak of this severity at its source, as a share of a severe one. */
export function leakShare(severity: number): number {
  return 0.45 + 0.55 * severity
}

/** Share of a leak's full strength at which a detector at its source passes the low level. */
export function alarmShareOf(gas: LeakingGas, severity: number): number {
  const { low, usual, leakAdds } = GASES[gas]
  return Math.min(0.95, (low - usual) / (leakAdds * leakShare(severity)))
}
