/** A gas detector: combustible gas, CO, H2S, NH3 and O2, each with a low and a high alarm level, and a siren. */

import { GASES } from '../world/air/gas-table.ts'
import type { LeakingGas } from '../world/interventions.ts'
import type { Quantity } from '../world/types.ts'
import type { DeviceModel } from './device-model.ts'

export const GAS_QUANTITIES: readonly Quantity[] = [
  'gasCombustible',
  'gasCo',
  'gasH2s',
  'gasNh3',
  'gasO2',
  'temperature',
]

export const GAS_DETECTOR: DeviceModel = {
  quantities: () => GAS_QUANTITIES,
  reportMs: 60_000,
  onBattery: false,
  onRadio: true,
  records: 'never',
}

export type GasLevel = 'none' | 'low' | 'high'

/** The alarm level of a reading. Oxygen is low below 19.5 and high above 23.5 %vol. */
export function gasLevel(gas: LeakingGas, value: number): GasLevel {
  const { low, high } = GASES[gas]
  if (gas === 'o2') return value < low ? 'low' : value > high ? 'high' : 'none'
  return value >= high ? 'high' : value >= low ? 'low' : 'none'
}
