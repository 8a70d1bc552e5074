import { HOUR_MS } from '@backlot/contract/time'
import type { City } from '../city/types.ts'
import { NO_INTERVENTIONS } from '../create-interventions.ts'
import { hashText, smoothNoise, uniform } from '../hash.ts'
import type { Interventions } from '../interventions.ts'
import { type Newcomers, NO_NEWCOMERS } from '../newcomers.ts'
import type { SkyWithWeather } from '../sky/create-sky.ts'
import type { TrafficWithRoads } from '../traffic/create-traffic.ts'
import { flowOfDay } from '../traffic/flow-of-day.ts'
import type { Air, DeviceSettings, Incident, IncidentKind, Incidents, Quantity } from '../types.ts'
import { type AirContext, INCIDENT_REACH_M, incidentStrength } from './air-context.ts'
import { FORMULAS } from './formulas.ts'
import { createMemories, NO_SETTINGS } from './memories.ts'
import { QUANTITIES, QUANTITY_NAMES } from './quantity-table.ts'
import { createSoil, type Soil } from './soil.ts'
import { createSolarPlants, type SolarPlants, type SolarReading } from './solar-plant.ts'
import { createSurroundings } from './surroundings.ts'
import { workOfDay } from './work-of-day.ts'

const STREAM = { slow: 500, jitter: 600, bias: 700, drift: 1100 }
const SLOW_MS = 11 * 60_000
const JITTER_MS = 25_000
const DRIFT_MS = 2.3 * 86_400_000

export type AirWithMemory = Air & { solar: SolarPlants; soil: Soil }

/** True values of every quantity anywhere in the city. */
export function createAir(
  seed: number,
  city: City,
  sky: SkyWithWeather,
  traffic: TrafficWithRoads,
  incidents: Incidents,
  interventions: Interventions = NO_INTERVENTIONS,
  newcomers: Newcomers = NO_NEWCOMERS,
): AirWithMemory {
  const surroundingsOf = createSurroundings(city, traffic)
  const solar = createSolarPlants(seed, sky, incidents, interventions, newcomers)
  const soil = createSoil(seed, sky, interventions)
  const memories = createMemories({ seed, sky, surroundingsOf, interventions, newcomers })
  let lastFelt: { epochMs: number; felt: readonly Incident[] } | undefined
  const forget = () => {
    lastFelt = undefined
  }
  interventions.onChange(forget)
  newcomers.onChange(forget)

  function feltAt(epochMs: number): readonly Incident[] {
    if (lastFelt?.epochMs !== epochMs) lastFelt = { epochMs, felt: incidents.feltAt(epochMs) }
    return lastFelt.felt
  }

  /** Inputs of a formula, apart from the noise of its sensor. */
  function contextAt(
    x: number,
    y: number,
    epochMs: number,
    entity: number,
    settings: DeviceSettings = NO_SETTINGS,
  ): AirContext {
    const state = sky.at(epochMs)
    let near: readonly Incident[] | undefined
    const strengthOf = (isMeant: (incident: Incident) => boolean) => {
      // Looked for when a formula asks: most quantities know nothing of incidents.
      near ??= feltAt(epochMs).filter((each) => isNear(each, x, y))
      let strength = 0
      for (const incident of near) {
        if (isMeant(incident)) strength += incidentStrength(incident, x, y, epochMs, state)
      }
      return Math.min(1, strength)
    }
    let solarNow: SolarReading | undefined
    const context: AirContext = {
      seed,
      entity,
      epochMs,
      sky: state,
      around: surroundingsOf(x, y),
      haze: sky.hazeAt(epochMs),
      traffic: flowOfDay(epochMs),
      work: workOfDay(epochMs),
      dilution: 0.55 + 0.25 * state.windSpeedMs,
      washout: 1 / (1 + 0.35 * state.rainMmPerHour),
      slow: 0,
      jitter: 0,
      drift: 0,
      bias: 0,
      incident: (kind: IncidentKind) => strengthOf((each) => each.kind === kind),
      inside: (kind) => {
        near ??= feltAt(epochMs).filter((each) => isNear(each, x, y))
        return near.find((each) => each.kind === kind && isInside(each, x, y, epochMs))
      },
      leak: (gas) => strengthOf((each) => each.kind === 'gasLeak' && each.gas === gas),
      solar() {
        solarNow ??= solar.at(entity, epochMs, { x, y })
        return solarNow
      },
      soilMoisture: () => soil.moistureAt(entity, epochMs),
      earlier: (hours) => sky.at(epochMs - hours * HOUR_MS),
      measured: (quantity) => valueIn({ ...context }, quantity, epochMs, entity),
      before: (ms) => contextAt(x, y, epochMs - ms, entity, settings),
      remembered: (memory) => memories.at(memory, { x, y, entity, settings }, epochMs),
      setting: (name) => settings.at(name, epochMs),
    }
    return context
  }

  function valueIn(context: AirContext, quantity: Quantity, epochMs: number, entity: number): number {
    const number = QUANTITY_NUMBERS.get(quantity) ?? hashText(quantity)
    context.slow = smoothNoise(seed, entity, STREAM.slow + number, epochMs / SLOW_MS)
    context.jitter = smoothNoise(seed, entity, STREAM.jitter + number, epochMs / JITTER_MS)
    context.drift = smoothNoise(seed, entity, STREAM.drift + number, epochMs / DRIFT_MS)
    context.bias = 2 * uniform(seed, entity, STREAM.bias + number, 0) - 1
    const { min, max } = QUANTITIES[quantity]
    const value = FORMULAS[quantity](context)
    return value < min ? min : value > max ? max : value
  }

  return {
    solar,
    soil,
    solarYieldBetween: solar.yieldBetween,
    valueAt: (quantity, x, y, epochMs, entity) =>
      valueIn(contextAt(x, y, epochMs, entity), quantity, epochMs, entity),
    of(formula, x, y, epochMs, entity, settings = NO_SETTINGS) {
      const whole = () => contextAt(x, y, epochMs, entity, settings)
      return formula(memories.contextAt({ x, y, entity, settings }, epochMs, whole))
    },
    valuesAt(quantities, x, y, epochMs, entity, out, settings) {
      const context = contextAt(x, y, epochMs, entity, settings)
      for (let i = 0; i < quantities.length; i++) out[i] = valueIn(context, quantities[i]!, epochMs, entity)
    },
  }
}

const QUANTITY_NUMBERS = new Map(QUANTITY_NAMES.map((name, number) => [name, number]))

const INSIDE_M = 1

function isInside(incident: Incident, x: number, y: number, epochMs: number): boolean {
  const goesOn = incident.startMs <= epochMs && epochMs < incident.endMs
  return goesOn && Math.hypot(incident.x - x, incident.y - y) < INSIDE_M
}

function isNear(incident: Incident, x: number, y: number): boolean {
  return Math.abs(incident.x - x) < INCIDENT_REACH_M && Math.abs(incident.y - y) < INCIDENT_REACH_M
}
