/**
 * A small solar station: panel, charge controller and lead-acid battery with a camera as load. Volts and amperes are
 * those of a 12 V system; values are those of the charge-controller registers that are the trade's habit
 * (EPever/Tracer): boost 14.4 V, float 13.8 V, low-voltage cut-off 11.1 V, reconnection 12.6 V, -3 mV/℃ for each 2 V cell.
 */
import { DAY_MS, dayStart } from '@backlot/contract/time'
import { NO_INTERVENTIONS } from '../create-interventions.ts'
import { uniform } from '../hash.ts'
import type { Interventions } from '../interventions.ts'
import { type Newcomers, NO_NEWCOMERS } from '../newcomers.ts'
import { irradianceWm2 } from '../sky/daylight.ts'
import type { Incidents, Sky } from '../types.ts'
import { createBatteryFailures } from './battery-failure.ts'
import {
  batteryVolts,
  CUT_OFF_VOLTS,
  compensatedVolts,
  FEEDS_FROM,
  LEAST_HOURS,
  RECONNECT_VOLTS,
} from './battery-volts.ts'
import { type DayFold, foldAt, forgetFrom } from './day-fold.ts'

const STREAM = { panel: 401, load: 402, battery: 403, dirt: 404 }
const STEP_MS = 10 * 60_000
const WINDOW_DAYS = 24
/** Totals count from 2025-01-01, UTC+8. */
const TOTALS_FROM_MS = 1_735_660_800_000
const TOTAL_STEP_MS = 30 * 60_000
const REMEMBERED = 50_000
/** Share of the panel's power that the charger delivers. */
const EFFICIENCY = 0.92
const BOOST_VOLTS = 14.4
const FLOAT_VOLTS = 13.8
const LEAST_CHARGE = 0.05
/** Nothing happens there. */
const NOWHERE: Site = { x: Number.POSITIVE_INFINITY, y: Number.POSITIVE_INFINITY }

type Plant = { panelW: number; loadW: number; batteryWh: number; dirt: number }

/** State of a plant. */
export type PlantState = {
  /** Of the battery, 0 … 1. */
  charge: number
  /** Whether the controller feeds the load: it lets go below one voltage and takes it back above a higher one. */
  loaded: boolean
}

export type SolarReading = {
  stateOfCharge: number
  inputVoltage: number
  batteryVoltage: number
  /** Voltage that the controller charges to: boost, or float when the battery is full. */
  referenceVoltage: number
  chargingCurrentA: number
  outputCurrentA: number
  dayEnergyKwh: number
  totalEnergyKwh: number
  sunWm2: number
}

/** Position of a plant, local metres: incidents of the device there affect its battery. */
type Site = { x: number; y: number }

export type SolarPlants = {
  at(entity: number, epochMs: number, site?: Site): SolarReading
  /** The fold of a station's state, for checks against stepping. */
  stateFold(entity: number, site?: Site): DayFold<PlantState>
  /** Yield of the panel from one moment to a later one, in full charges of the battery. */
  yieldBetween(entity: number, fromMs: number, toMs: number): number
}

export function createSolarPlants(
  seed: number,
  sky: Sky,
  incidents: Pick<Incidents, 'ofKind'>,
  interventions: Interventions = NO_INTERVENTIONS,
  newcomers: Newcomers = NO_NEWCOMERS,
): SolarPlants {
  const failures = createBatteryFailures(incidents)
  /** By step of the grid, which all stations share. */
  const irradiance = new Map<number, number>()
  /** kWh per m² of a whole day, by its start. */
  const wholeDays = new Map<number, number>()
  /** kWh per m² up to the start of a day. */
  const totals = new Map<number, number>()
  const openings = new Map<number, { site: Site; days: Map<number, PlantState> }>()
  const forgetStates = (fromMs: number) => {
    failures.forget()
    for (const { days } of openings.values()) forgetFrom(days, fromMs)
  }
  newcomers.onChange(forgetStates)
  interventions.onChange((fromMs) => {
    forgetFrom(irradiance, fromMs / STEP_MS)
    forgetFrom(wholeDays, dayStart(fromMs))
    forgetFrom(totals, fromMs)
    forgetStates(fromMs)
  })

  function sunAt(epochMs: number): number {
    const state = sky.at(epochMs)
    return irradianceWm2(state.sunElevationDeg, state.cloud, state.dust)
  }

  /** Irradiance at the start of a step: later interventions in the weather do not reach back. */
  function sunInStep(fromMs: number): number {
    const step = Math.floor(fromMs / STEP_MS)
    let value = irradiance.get(step)
    if (value === undefined) {
      if (irradiance.size >= REMEMBERED) irradiance.clear()
      value = sunAt(step * STEP_MS)
      irradiance.set(step, value)
    }
    return value
  }

  /** kWh per m² that fell between a day's start and a moment of that day. */
  function sunOfDay(startMs: number, untilMs: number): number {
    let joules = 0
    for (let at = startMs; at < untilMs; at += TOTAL_STEP_MS) {
      joules += sunInStep(at) * (Math.min(TOTAL_STEP_MS, untilMs - at) / 1000)
    }
    return joules / 3_600_000
  }

  /** Each day is summed once. */
  function sunOfWholeDay(startMs: number): number {
    let sum = wholeDays.get(startMs)
    if (sum === undefined) {
      sum = sunOfDay(startMs, startMs + DAY_MS)
      wholeDays.set(startMs, sum)
    }
    return sum
  }

  /** kWh per m² that fell between two moments. */
  function sunBetween(fromMs: number, toMs: number): number {
    const first = dayStart(fromMs)
    const last = dayStart(toMs)
    let sum = sunOfDay(last, toMs) - sunOfDay(first, fromMs)
    for (let day = first; day < last; day += DAY_MS) sum += sunOfWholeDay(day)
    return sum
  }

  /** kWh per m² from the start of totals to the start of a day. */
  function sunBefore(startMs: number): number {
    let day = startMs
    while (day > TOTALS_FROM_MS && !totals.has(day)) day -= DAY_MS
    let total = day > TOTALS_FROM_MS ? totals.get(day)! : 0
    for (; day < startMs && day >= TOTALS_FROM_MS; day += DAY_MS) {
      total += sunOfWholeDay(day)
      totals.set(day + DAY_MS, total)
    }
    return total
  }

  const plantOf = (entity: number): Plant => {
    const loadW = 6 + 6 * uniform(seed, entity, STREAM.load, 0)
    return {
      loadW,
      panelW: loadW * (10 + 9 * uniform(seed, entity, STREAM.panel, 0)),
      batteryWh: loadW * (LEAST_HOURS + 50 * uniform(seed, entity, STREAM.battery, 0)),
      dirt: 0.82 + 0.16 * uniform(seed, entity, STREAM.dirt, 0),
    }
  }

  function stateFold(entity: number, { x, y }: Site = NOWHERE): DayFold<PlantState> {
    const plant = plantOf(entity)
    return {
      stepMs: STEP_MS,
      windowDays: WINDOW_DAYS,
      initial: { charge: 0.75, loaded: true },
      step({ charge, loaded: wasLoaded }, fromMs, ms) {
        const panelW = (plant.panelW * plant.dirt * sunInStep(fromMs)) / 1000
        const chargeW = panelW * acceptance(charge) * EFFICIENCY
        const volts = () => plantVolts(plant, { charge, loaded: wasLoaded }, panelW, BOOST_VOLTS)
        const loaded = wasLoaded
          ? charge >= FEEDS_FROM || volts() > CUT_OFF_VOLTS
          : volts() >= RECONNECT_VOLTS
        const netWh = ((chargeW - (loaded ? plant.loadW : 0)) * ms) / 3_600_000
        const fed = Math.max(LEAST_CHARGE, Math.min(1, charge + netWh / plant.batteryWh))
        return { charge: failures.drained(fed, x, y, fromMs, ms), loaded }
      },
    }
  }

  return {
    stateFold,
    yieldBetween(entity, fromMs, toMs) {
      const { panelW, dirt, batteryWh } = plantOf(entity)
      return (sunBetween(fromMs, toMs) * panelW * dirt * EFFICIENCY) / batteryWh
    },
    at(entity, epochMs, site = NOWHERE) {
      const plant = plantOf(entity)
      if (openings.size > 2000) openings.clear()
      let opened = openings.get(entity)
      if (!opened || opened.site.x !== site.x || opened.site.y !== site.y) {
        opened = { site, days: new Map() }
        openings.set(entity, opened)
      }
      if (opened.days.size > 400) opened.days.clear()
      const state = foldAt(stateFold(entity, site), epochMs, opened.days)
      const { charge: stateOfCharge, loaded } = state
      const sunWm2 = sunAt(epochMs)
      const panelW = (plant.panelW * plant.dirt * sunWm2) / 1000
      const referenceVoltage = compensatedVolts(
        stateOfCharge > 0.97 ? FLOAT_VOLTS : BOOST_VOLTS,
        sky.at(epochMs).temperatureC,
      )
      const batteryVoltage = plantVolts(plant, state, panelW, referenceVoltage)
      const startMs = dayStart(epochMs)
      const perKwhM2 = (plant.panelW * plant.dirt) / 1000
      return {
        stateOfCharge,
        batteryVoltage,
        referenceVoltage,
        inputVoltage: sunWm2 < 3 ? 0.3 : 15 + 4.2 * (sunWm2 / (sunWm2 + 60)),
        chargingCurrentA: (panelW * acceptance(stateOfCharge)) / batteryVoltage,
        outputCurrentA: loaded ? plant.loadW / batteryVoltage : 0,
        sunWm2,
        // Summed when read: the sky since totals began is a hundred milliseconds of work, and most callers only need
        // volts.
        get dayEnergyKwh() {
          return sunOfDay(startMs, epochMs) * perKwhM2
        },
        get totalEnergyKwh() {
          return sunBefore(startMs) * perKwhM2 + this.dayEnergyKwh
        },
      }
    },
  }
}

/** `panelW`: available power of the panel. */
function plantVolts(
  { loadW, batteryWh }: Plant,
  { charge, loaded }: PlantState,
  panelW: number,
  chargeToVolts: number,
): number {
  const drawnW = loaded ? loadW : 0
  const netC = (panelW * acceptance(charge) - drawnW) / batteryWh
  return batteryVolts(charge, netC, Math.max(0, panelW - drawnW) / batteryWh, chargeToVolts)
}

/** Share of the panel's power the battery takes: all of it until 85 %, then less and less. */
function acceptance(charge: number): number {
  return charge < 0.85 ? 1 : Math.max(0.06, (1 - charge) / 0.15)
}
