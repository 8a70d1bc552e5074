/** A farm station: soil probe (moisture, temperature, conductivity, pH, N, P, K), leaf wetness, light, rain, a camera. */
import type { Quantity } from '../world/types.ts'
import type { DeviceModel } from './device-model.ts'

export const FARM_QUANTITIES: readonly Quantity[] = [
  'temperature',
  'humidity',
  'illumination',
  'rainfall',
  'windSpeed',
  'co2',
  'soilMoisture',
  'soilTemperature',
  'soilEc',
  'soilPh',
  'soilN',
  'soilP',
  'soilK',
  'leafWetness',
]

export const FARM_STATION: DeviceModel = {
  quantities: () => FARM_QUANTITIES,
  reportMs: 60_000,
  onBattery: true,
  onMains: false,
  onRadio: true,
  records: 'always',
}
