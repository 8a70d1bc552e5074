/** A gas detector: combustible gas, CO, H2S, NH3 and O2, each with a low and a high alarm level, and a siren. */
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
  onMains: true,
  onRadio: true,
  records: 'never',
}
