/**
 * Unit, decimals and range of every quantity (ranges of a healthy outdoor sensor). Gases follow the trade's habit in
 * the field: µg/m³ for pollutants of ambient air, mg/m³ for toxic gases, %LEL for combustible ones.
 */
import type { Quantity, WorldQuantity } from '../types.ts'
import { withOwnReadings } from './own-readings.ts'

export type QuantityRow = { unit: string; decimals: number; min: number; max: number }

const row = (unit: string, decimals: number, min: number, max: number): QuantityRow => ({
  unit,
  decimals,
  min,
  max,
})

const OF_THE_WORLD: Readonly<Record<WorldQuantity, QuantityRow>> = {
  pm25: row('µg/m³', 1, 0, 1000),
  pm10: row('µg/m³', 1, 0, 2000),
  tsp: row('µg/m³', 1, 0, 3000),
  temperature: row('℃', 1, -40, 60),
  humidity: row('%', 1, 0, 100),
  pressure: row('kPa', 2, 80, 110),
  windSpeed: row('m/s', 1, 0, 60),
  windDirection: row('°', 0, 0, 360),
  noise: row('dB', 1, 30, 130),
  co: row('mg/m³', 2, 0, 50),
  so2: row('µg/m³', 1, 0, 500),
  no2: row('µg/m³', 1, 0, 500),
  o3: row('µg/m³', 1, 0, 500),
  nh3: row('µg/m³', 1, 0, 1000),
  h2s: row('mg/m³', 3, 0, 20),
  ch4: row('mg/m³', 2, 0, 50),
  tvoc: row('mg/m³', 3, 0, 20),
  voc: row('mg/m³', 3, 0, 20),
  ch2o: row('mg/m³', 3, 0, 5),
  co2: row('ppm', 0, 350, 5000),
  o2: row('%', 1, 0, 25),
  negativeIons: row('/cm³', 0, 0, 50_000),
  radiation: row('µSv/h', 3, 0, 10),
  rainfall: row('mm/h', 1, 0, 200),
  illumination: row('lux', 0, 0, 200_000),
  liquidLevel: row('m', 2, 0, 20),
  flow: row('L/s', 1, 0, 100_000),
  solarInputVoltage: row('V', 2, 0, 100),
  solarBatteryVoltage: row('V', 2, 0, 32),
  solarChargingCurrent: row('A', 2, 0, 40),
  solarReferenceVoltage: row('V', 2, 0, 32),
  solarOutputCurrent: row('A', 2, 0, 40),
  solarBatteryTemperature: row('℃', 1, -40, 80),
  solarInternalTemperature: row('℃', 1, -40, 90),
  solarRemainingPower: row('%', 0, 0, 100),
  solarSignal: row('CSQ', 0, 0, 31),
  solarDayEnergy: row('kWh', 2, 0, 50),
  solarTotalEnergy: row('kWh', 1, 0, 1_000_000),
  soilMoisture: row('%', 1, 0, 100),
  soilTemperature: row('℃', 1, -40, 80),
  soilEc: row('µS/cm', 0, 0, 20_000),
  soilPh: row('pH', 2, 3, 9),
  soilN: row('mg/kg', 0, 0, 2000),
  soilP: row('mg/kg', 0, 0, 2000),
  soilK: row('mg/kg', 0, 0, 2000),
  leafWetness: row('%', 0, 0, 100),
  gasCombustible: row('%LEL', 1, 0, 100),
  gasCo: row('mg/m³', 1, 0, 1000),
  gasH2s: row('mg/m³', 1, 0, 200),
  gasNh3: row('mg/m³', 1, 0, 500),
  gasO2: row('%', 1, 0, 30),
}

export const QUANTITIES = withOwnReadings(OF_THE_WORLD, ({ unit, decimals, min, max }) => ({
  unit,
  decimals,
  min,
  max,
}))

/** Those of the world and of built-in kinds: their places number their noise. */
export const QUANTITY_NAMES = Object.keys(QUANTITIES) as Quantity[]
/** All of them, with those of kind files. */
export const quantityNames = () => Object.keys(QUANTITIES) as Quantity[]
/** Those of the world, which precede those of kinds. */
export const WORLD_QUANTITY_NAMES = QUANTITY_NAMES.slice(0, Object.keys(OF_THE_WORLD).length)
