/** Interface of the world: physical truth as pure functions of seed and platform time (epoch milliseconds). */
import type { DeviceKind, INCIDENTS, KIND_QUANTITIES } from '@backlot/contract/devices/kinds'
import type { City } from './city/types.ts'
import type { Interventions, LeakingGas } from './interventions.ts'
import type { Newcomers } from './newcomers.ts'

export type SkyState = {
  /** Degrees above the horizon; negative at night. */
  sunElevationDeg: number
  /** Degrees clockwise from north. */
  sunAzimuthDeg: number
  /** 0 clear … 1 overcast. */
  cloud: number
  rainMmPerHour: number
  windSpeedMs: number
  /** Where the wind comes from, degrees clockwise from north. */
  windFromDeg: number
  temperatureC: number
  humidityPercent: number
  pressureKpa: number
  /** Illumination on the ground, lux. */
  illuminationLux: number
  /** Dust in the air, 0 none … 1 sandstorm. */
  dust: number
  visibilityM: number
}

export type Sky = {
  /** The state of the sky over the city. Positions matter little at this size and are left out. */
  at(epochMs: number): SkyState
}

/** The fixed roster of vehicles that ply the city, whether or not a device rides in them. */
export type VehicleState = {
  index: number
  x: number
  y: number
  longitude: number
  latitude: number
  speedKmh: number
  /** Degrees clockwise from north. */
  directionDeg: number
  accOn: boolean
  mileageKm: number
  fuelL: number
  /** Edge of the road graph it is on; -1 on a recorded track, which need not follow any. */
  edge: number
  /** Standard deviation of a receiver's error there, metres; undefined: the usual one of receivers. */
  receiverErrorM?: number | undefined
}

/** Where a vehicle is, without odometer and tank. */
export type MovingPlace = Omit<VehicleState, 'index' | 'mileageKm' | 'fuelL'>

export type Traffic = {
  /** True position of vehicle `index` (any non-negative integer has a journey). */
  vehicleAt(index: number, epochMs: number): VehicleState
  /** The place of a vehicle, written into `out`: for crowds. Many times cheaper than the first `vehicleAt` of a vehicle. */
  vehicleInto(index: number, epochMs: number, out: MovingPlace): void
  /** Whether a vehicle's ignition is on, for who looks through hours: a fraction of `vehicleInto`. */
  isUnderWay(index: number, epochMs: number): boolean
  /** Vehicles (fleet and background traffic) within `radiusM` of a point, nearest first, at most `limit`. */
  vehiclesNear(x: number, y: number, radiusM: number, epochMs: number, limit: number): PassingVehicle[]
  /** Traffic intensity of a road edge, vehicles an hour, by time of day and week. */
  flowPerHour(edge: number, epochMs: number): number
}

/** Kinds of vehicles that can be distinguished by their looks. */
export type VehicleKind = 'car' | 'taxi' | 'bus' | 'truck' | 'patrol' | 'sanitation'

export type PassingVehicle = {
  /** Stable identity: the same vehicle has the same id from moment to moment. */
  id: number
  kind: VehicleKind
  /** 0xRRGGBB. */
  colour: number
  /** Licence plate; left out where nobody knows it. */
  plate?: string
  x: number
  y: number
  directionDeg: number
  speedKmh: number
}

export type IncidentKind = (typeof INCIDENTS)[number]

export type Incident = {
  /** Deterministic: the same incident has the same id on every machine with this seed. */
  id: string
  kind: IncidentKind
  startMs: number
  endMs: number
  /** Where it happens, local metres. */
  x: number
  y: number
  /** 0 slight … 1 severe. */
  severity: number
  /** The roster index of the device kind it happens to, when it does (vehicle, body camera, station …). */
  subject?: { kind: DeviceKind; index: number }
  /** Leaking gas, when it is a leak. */
  gas?: LeakingGas
  /** People made it happen (an intervention). */
  commanded?: true
}

export type Incidents = {
  /** Incidents that start in [fromMs, toMs), by start. Spans of days are fine. */
  startingIn(fromMs: number, toMs: number): Incident[]
  /** Those of one kind alone: spans of weeks cost little. */
  ofKind(kind: IncidentKind, fromMs: number, toMs: number): Incident[]
  /** Incidents in progress at a moment, within `radiusM` of a point when given. */
  activeAt(epochMs: number, near?: { x: number; y: number; radiusM: number }): Incident[]
  /** Incidents that readings may show at a moment: those in progress, about to be noticed, or fading. */
  feltAt(epochMs: number): readonly Incident[]
}

/** Quantities that a sensor can read; units as in the contract's code dictionary. */
export type Quantity = WorldQuantity | (typeof KIND_QUANTITIES)[number]

/** Those of the world; others are of one kind of devices. */
export type WorldQuantity =
  | 'pm25'
  | 'pm10'
  | 'tsp'
  | 'temperature'
  | 'humidity'
  | 'pressure'
  | 'windSpeed'
  | 'windDirection'
  | 'noise'
  | 'co'
  | 'so2'
  | 'no2'
  | 'o3'
  | 'nh3'
  | 'h2s'
  | 'ch4'
  | 'tvoc'
  | 'voc'
  | 'ch2o'
  | 'co2'
  | 'o2'
  | 'negativeIons'
  | 'radiation'
  | 'rainfall'
  | 'illumination'
  | 'liquidLevel'
  | 'flow'
  | 'solarInputVoltage'
  | 'solarBatteryVoltage'
  | 'solarChargingCurrent'
  | 'solarReferenceVoltage'
  | 'solarOutputCurrent'
  | 'solarBatteryTemperature'
  | 'solarInternalTemperature'
  | 'solarRemainingPower'
  | 'solarSignal'
  | 'solarDayEnergy'
  | 'solarTotalEnergy'
  | 'soilMoisture'
  | 'soilTemperature'
  | 'soilEc'
  | 'soilPh'
  | 'soilN'
  | 'soilP'
  | 'soilK'
  | 'leafWetness'
  | 'gasCombustible'
  | 'gasCo'
  | 'gasH2s'
  | 'gasNh3'
  | 'gasO2'

/** Surroundings of a point that matter to the air. */
export type Surroundings = {
  /** 0 far from any road … about 1 beside an arterial at its busiest. */
  road: number
  /** 0 … 1: nearness of factories and of worksites. */
  industry: number
  worksite: number
  /** 0 … 1: how rural it is. */
  rural: number
}

/** Everything that a formula of a kind file can look at: one device in the world, at one moment. */
export type FormulaContext = {
  seed: number
  entity: number
  epochMs: number
  sky: SkyState
  around: Surroundings
  /** Stagnation of the region's air, 0 clean … 1 smog. */
  haze: number
  /** How busy the roads are, and how busy worksites and factories are, 0 … 1. */
  traffic: number
  work: number
  /** Strength of incidents of a kind here and now, 0 … 1. */
  incident(kind: IncidentKind): number
  /** Reading of a perfect sensor of one of the world's quantities here. */
  measured(quantity: Quantity): number
  /** The same device some time ago. */
  before(ms: number): FormulaContext
  /** What the device remembers; in a step of its memory, what it remembered before. */
  remembered(memory: KindMemory): MemoryState
  /** A setting of the device; undefined when nobody has set it. */
  setting(name: string): number | undefined
}

/** States of machines, since when they hold (epoch milliseconds), and remembered values. */
export type MemoryState = readonly number[]

/** What devices of a kind remember: a fold over the days before a moment (world/air/day-fold.ts). */
export type KindMemory = {
  stepMs: number
  windowDays: number
  initial(startMs: number): MemoryState
  /** The state at the end of a step that begins at the context's moment. */
  step(context: FormulaContext): MemoryState
}

export type Formula = (context: FormulaContext) => number

/** Numbers of a device that were set; `changes` counts them, so that memories of other ones are dropped. */
export type DeviceSettings = {
  changes: number
  at(name: string, epochMs: number): number | undefined
}

export type Air = {
  /** True value of a quantity at a place and moment (the reading of a perfect sensor). */
  valueAt(quantity: Quantity, x: number, y: number, epochMs: number, entity: number): number
  /** Several quantities of one place and moment into `out`, in their order: cheaper than one by one. */
  valuesAt(
    quantities: readonly Quantity[],
    x: number,
    y: number,
    epochMs: number,
    entity: number,
    out: number[],
    settings?: DeviceSettings,
  ): void
  /** A formula of a kind at a place and moment. */
  of(
    formula: Formula,
    x: number,
    y: number,
    epochMs: number,
    entity: number,
    settings?: DeviceSettings,
  ): number
  /** Yield of a solar station's panel from one moment to a later one, in full charges of its battery. */
  solarYieldBetween(entity: number, fromMs: number, toMs: number): number
}

export type World = {
  seed: number
  /** Version of the world's physics: stored beside the data, so that a mismatch is noticed. */
  version: string
  city: City
  sky: Sky
  traffic: Traffic
  air: Air
  incidents: Incidents
  interventions: Interventions
  /** Who came to it later. */
  newcomers: Newcomers
}
