/**
 * Readings of a perfect sensor, quantity by quantity: regional background, plus the surroundings, less wind and rain,
 * plus incidents. Each is a plain function of its context; units are in quantity-table.ts.
 */
import type { LeakingGas } from '../interventions.ts'
import type { WorldQuantity } from '../types.ts'
import type { AirContext } from './air-context.ts'
import { GASES } from './gas-table.ts'
import { withOwnReadings } from './own-readings.ts'

type Formula = (c: AirContext) => number

const pm25: Formula = (c) =>
  ((7 + 95 * c.haze) * (1 + 0.1 * c.bias) +
    (16 * c.around.road * c.traffic + 14 * c.around.industry * c.work) / c.dilution) *
    c.washout *
    (1 + 0.07 * c.slow + 0.03 * c.jitter) +
  35 * c.sky.dust +
  70 * c.incident('dust') +
  160 * c.incident('fire')
const pm10: Formula = (c) =>
  pm25(c) * 1.35 +
  ((12 * c.around.road * c.traffic + 45 * c.around.worksite * c.work) / c.dilution) *
    c.washout *
    (1 + 0.1 * c.jitter) +
  420 * c.sky.dust +
  260 * c.incident('dust')
const tsp: Formula = (c) =>
  pm10(c) * 1.25 + (90 * c.around.worksite * c.work * c.washout) / c.dilution + 420 * c.incident('dust')
const no2: Formula = (c) =>
  (9 + 18 * c.haze + (50 * c.around.road * c.traffic + 6) / c.dilution) *
  (1 - 0.25 * Math.min(1, c.sky.illuminationLux / 80_000)) *
  (1 + 0.08 * c.slow + 0.04 * c.jitter)
const o3: Formula = (c) => {
  const light = Math.min(1, c.earlier(1.5).illuminationLux / 100_000)
  const warmth = Math.max(0.15, Math.min(1.2, (c.sky.temperatureC + 6) / 32))
  return (
    (34 + 120 * light * warmth + 14 * c.around.rural) * (1 + 0.06 * c.slow) - 0.32 * no2(c) + 3 * c.jitter
  )
}
const noise: Formula = (c) =>
  39 +
  21 * c.around.road * Math.sqrt(c.traffic) +
  13 * c.around.worksite * c.work +
  6 * c.around.industry +
  1.1 * Math.max(0, c.sky.windSpeedMs - 4) +
  1.6 * Math.min(6, c.sky.rainMmPerHour) +
  1.4 * c.slow +
  1.8 * c.jitter +
  2 * c.bias +
  26 * c.incident('noise') +
  12 * c.incident('fire')

/** Part of a detector's reading that comes from leaks. */
const leaked = (c: AirContext, gas: LeakingGas) => GASES[gas].leakAdds * c.leak(gas)

/** A hand's breadth down the day arrives five hours late and less than half as strong. */
const soilTemperature: Formula = (c) => {
  const ago = (hours: number) => c.earlier(hours).temperatureC
  return 0.4 * ago(5) + 0.15 * (ago(1) + ago(13)) + 0.15 * (ago(7) + ago(19))
}

/** Water in a channel rises with the rain of the last hours. */
const liquidLevel: Formula = (c) => {
  let rainMm = 0
  for (let hour = 0; hour < 8; hour++) rainMm += c.earlier(hour).rainMmPerHour * (1 - hour / 8)
  return (
    1.5 + 0.6 * c.bias + 0.045 * rainMm + 0.02 * c.slow + 0.006 * c.jitter + 1.4 * c.incident('waterLevel')
  )
}

const OF_THE_WORLD: Readonly<Record<WorldQuantity, Formula>> = {
  pm25,
  pm10,
  tsp,
  temperature: (c) =>
    c.sky.temperatureC -
    0.9 * c.around.rural +
    0.6 * c.around.road +
    0.3 * c.bias +
    0.15 * c.slow +
    0.05 * c.jitter +
    14 * c.incident('fire'),
  humidity: (c) => c.sky.humidityPercent + 3 * c.around.rural + 1.5 * c.bias + 0.8 * c.slow + 0.3 * c.jitter,
  pressure: (c) => c.sky.pressureKpa + 0.02 * c.bias + 0.004 * c.jitter,
  windSpeed: (c) =>
    c.sky.windSpeedMs * (0.72 + 0.35 * c.around.rural + 0.1 * c.bias) * (1 + 0.15 * c.slow + 0.1 * c.jitter),
  windDirection: (c) => {
    const degrees = c.sky.windFromDeg + 12 * c.bias + 7 * c.slow + 4 * c.jitter
    return degrees - 360 * Math.floor(degrees / 360)
  },
  noise,
  co: (c) =>
    0.25 +
    0.7 * c.haze +
    (0.85 * c.around.road * c.traffic) / c.dilution +
    0.03 * c.slow +
    0.015 * c.jitter +
    5 * c.incident('fire'),
  so2: (c) => 4 + 9 * c.haze + (22 * c.around.industry * c.work) / c.dilution + 0.7 * c.slow + 0.3 * c.jitter,
  no2,
  o3,
  nh3: (c) => 9 + 26 * c.around.rural + 8 * c.haze + 1.6 * c.slow + 0.6 * c.jitter + 600 * c.leak('nh3'),
  h2s: (c) => 0.004 + (0.012 * c.around.industry) / c.dilution + 0.0008 * c.slow + 9 * c.leak('h2s'),
  ch4: (c) =>
    1.32 +
    0.16 * c.around.rural +
    0.12 * c.haze +
    0.02 * c.slow +
    0.008 * c.jitter +
    30 * c.leak('combustible'),
  tvoc: (c) =>
    0.09 +
    (0.14 * c.around.road * c.traffic + 0.3 * c.around.industry * c.work) / c.dilution +
    0.02 * c.slow +
    0.006 * c.jitter,
  voc: (c) =>
    0.06 +
    (0.1 * c.around.road * c.traffic + 0.24 * c.around.industry * c.work) / c.dilution +
    0.014 * c.slow +
    0.004 * c.jitter,
  ch2o: (c) => 0.012 + (0.02 * c.around.road * c.traffic) / c.dilution + 0.002 * c.slow + 0.0005 * c.jitter,
  co2: (c) => {
    const light = Math.min(1, c.sky.illuminationLux / 60_000)
    return (
      428 +
      (60 * c.around.road * c.traffic) / c.dilution +
      22 * c.haze -
      14 * c.around.rural * light +
      4 * c.slow +
      2 * c.jitter
    )
  },
  o2: (c) => 20.9 + 0.04 * c.drift + 0.01 * c.jitter - 2.2 * c.leak('o2'),
  negativeIons: (c) =>
    (420 + 2100 * c.around.rural) *
    (1 + 0.35 * Math.min(3, c.sky.rainMmPerHour)) *
    (1 - 0.5 * c.haze) *
    (1 + 0.12 * c.slow + 0.05 * c.jitter),
  radiation: (c) =>
    0.092 + 0.012 * c.bias + 0.006 * Math.min(4, c.sky.rainMmPerHour) + 0.002 * c.slow + 0.0015 * c.jitter,
  rainfall: (c) => c.sky.rainMmPerHour * (1 + 0.12 * c.slow),
  illumination: (c) => c.sky.illuminationLux * (1 + 0.03 * c.bias + 0.015 * c.slow + 0.008 * c.jitter),
  liquidLevel,
  flow: (c) => 140 * Math.max(0.1, liquidLevel(c) - 0.5) * (1 + 0.03 * c.jitter),
  solarInputVoltage: (c) => c.solar().inputVoltage + 0.05 * c.jitter,
  solarBatteryVoltage: (c) => c.solar().batteryVoltage + 0.01 * c.jitter,
  solarChargingCurrent: (c) => c.solar().chargingCurrentA * (1 + 0.01 * c.jitter),
  solarReferenceVoltage: (c) => c.solar().referenceVoltage,
  solarOutputCurrent: (c) => c.solar().outputCurrentA * (1 + 0.03 * c.slow + 0.02 * c.jitter),
  solarBatteryTemperature: (c) =>
    c.earlier(1).temperatureC + 1.8 + 0.6 * c.bias + c.solar().chargingCurrentA * 0.25,
  solarInternalTemperature: (c) => c.sky.temperatureC + 3 + 0.013 * c.solar().sunWm2 + 0.2 * c.slow,
  solarRemainingPower: (c) => c.solar().stateOfCharge * 100,
  solarSignal: (c) => 22 + 4 * c.bias + 1.6 * c.slow + 0.6 * c.jitter - 0.5 * c.sky.rainMmPerHour,
  solarDayEnergy: (c) => c.solar().dayEnergyKwh,
  solarTotalEnergy: (c) => c.solar().totalEnergyKwh,
  soilMoisture: (c) => c.soilMoisture() + 0.05 * c.jitter,
  soilTemperature: (c) => soilTemperature(c) + 1.2 + 0.05 * c.jitter,
  soilEc: (c) => c.soilMoisture() * (22 + 6 * c.bias) + 12 * c.drift + 2 * c.jitter,
  soilPh: (c) => 7.1 + 0.5 * c.bias + 0.05 * c.drift + 0.006 * c.jitter,
  soilN: (c) => 105 + 35 * c.bias + 5 * c.drift + 0.5 * c.jitter - 0.4 * c.soilMoisture(),
  soilP: (c) => 34 + 12 * c.bias + 2 * c.drift + 0.2 * c.jitter,
  soilK: (c) => 160 + 45 * c.bias + 6 * c.drift + 0.5 * c.jitter,
  leafWetness: (c) => {
    const dew = Math.max(0, c.sky.humidityPercent - 82) * 4
    const drying = Math.min(1, c.sky.illuminationLux / 40_000)
    return (
      2 +
      (80 * Math.min(1, c.earlier(0.5).rainMmPerHour + c.sky.rainMmPerHour) + dew) * (1 - 0.8 * drying) +
      c.jitter
    )
  },
  gasCombustible: (c) =>
    0.8 + 0.5 * c.bias + 0.3 * c.drift + 0.1 * c.slow + 0.1 * c.jitter + leaked(c, 'combustible'),
  gasCo: (c) =>
    1.1 +
    1.4 * c.around.road * c.traffic +
    0.3 * c.slow +
    0.12 * c.jitter +
    leaked(c, 'co') +
    45 * c.incident('fire'),
  gasH2s: (c) => 0.3 + 0.2 * c.bias + 0.1 * c.drift + 0.04 * c.slow + 0.02 * c.jitter + leaked(c, 'h2s'),
  gasNh3: (c) => 0.9 + 0.4 * c.bias + 0.25 * c.drift + 0.1 * c.slow + 0.05 * c.jitter + leaked(c, 'nh3'),
  gasO2: (c) => 20.9 + 0.05 * c.drift + 0.01 * c.jitter + leaked(c, 'o2'),
}

export const FORMULAS = withOwnReadings(OF_THE_WORLD, ({ formula }): Formula => formula)
