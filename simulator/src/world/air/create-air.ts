import { HOUR_MS, PLATFORM_ZONE_MINUTES } from '@backlot/contract/time'
import type { City } from '../city/types.ts'
import { hashText, smoothNoise, uniform } from '../hash.ts'
import { type Weather, weatherAt } from '../sky/weather.ts'
import type { TrafficWithRoads } from '../traffic/create-traffic.ts'
import { flowOfDay } from '../traffic/flow-of-day.ts'
import type { Air, Incident, Incidents, Sky } from '../types.ts'
import { type AirContext, incidentStrength } from './air-context.ts'
import { FORMULAS } from './formulas.ts'
import { QUANTITIES, QUANTITY_NAMES } from './quantity-table.ts'
import { createSoil, type Soil } from './soil.ts'
import { createSolarPlants, type SolarPlants } from './solar-plant.ts'
import { createSurroundings } from './surroundings.ts'

const STREAM = { slow: 500, jitter: 600, bias: 700 }
const SLOW_MS = 11 * 60_000
const JITTER_MS = 25_000
/** An incident is not felt farther away than this. */
const INCIDENT_REACH_M = 900

export type AirWithMemory = Air & { solar: SolarPlants; soil: Soil }

/** True values of every quantity anywhere in the city. */
export function createAir(
  seed: number,
  city: City,
  sky: Sky,
  traffic: TrafficWithRoads,
  incidents: Incidents,
): AirWithMemory {
  const surroundingsOf = createSurroundings(city, traffic)
  const solar = createSolarPlants(seed, sky)
  const soil = createSoil(seed, sky)
  let lastWeather: { epochMs: number; weather: Weather } | undefined
  let lastActive: { epochMs: number; active: readonly Incident[] } | undefined

  function hazeAt(epochMs: number): number {
    if (lastWeather?.epochMs !== epochMs) {
      lastWeather = { epochMs, weather: weatherAt(seed, epochMs, city.longitude) }
    }
    return lastWeather.weather.haze
  }

  function activeAt(epochMs: number): readonly Incident[] {
    if (lastActive?.epochMs !== epochMs) lastActive = { epochMs, active: incidents.activeAt(epochMs) }
    return lastActive.active
  }

  function contextAt(number: number, x: number, y: number, epochMs: number, entity: number): AirContext {
    const state = sky.at(epochMs)
    const near = activeAt(epochMs).filter(
      (incident) =>
        Math.abs(incident.x - x) < INCIDENT_REACH_M && Math.abs(incident.y - y) < INCIDENT_REACH_M,
    )
    const hour = (((epochMs / HOUR_MS + PLATFORM_ZONE_MINUTES / 60) % 24) + 24) % 24
    const leak = near.find((incident) => incident.kind === 'gasLeak')
    return {
      sky: state,
      around: surroundingsOf(x, y),
      haze: hazeAt(epochMs),
      traffic: flowOfDay(epochMs),
      work: workOfDay(hour),
      dilution: 0.55 + 0.25 * state.windSpeedMs,
      washout: 1 / (1 + 0.35 * state.rainMmPerHour),
      hour,
      slow: smoothNoise(seed, entity, STREAM.slow + number, epochMs / SLOW_MS),
      jitter: smoothNoise(seed, entity, STREAM.jitter + number, epochMs / JITTER_MS),
      bias: 2 * uniform(seed, entity, STREAM.bias + number, 0) - 1,
      leaking: leak ? hashText(leak.id) % 5 : -1,
      incident(kind) {
        let strength = 0
        for (const incident of near) {
          if (incident.kind !== kind) continue
          strength += incidentStrength(incident, x, y, epochMs) * (0.45 + 0.55 * incident.severity)
        }
        return Math.min(1, strength)
      },
      solar: () => solar.at(entity, epochMs),
      soilMoisture: () => soil.moistureAt(entity, epochMs),
      earlier: (hours) => sky.at(epochMs - hours * HOUR_MS),
    }
  }

  return {
    solar,
    soil,
    valueAt(quantity, x, y, epochMs, entity) {
      const { min, max } = QUANTITIES[quantity]
      const number = QUANTITY_NUMBERS.get(quantity)!
      const value = FORMULAS[quantity](contextAt(number, x, y, epochMs, entity))
      return value < min ? min : value > max ? max : value
    },
  }
}

const QUANTITY_NUMBERS = new Map(QUANTITY_NAMES.map((name, number) => [name, number]))

/** How busy worksites and factories are, 0.15 at night … 1 by day, with half-hour ramps at 7 and 19 o'clock. */
function workOfDay(hour: number): number {
  const on = Math.max(0, Math.min(1, (hour - 6.75) * 2))
  const off = Math.max(0, Math.min(1, (19.25 - hour) * 2))
  return 0.15 + 0.85 * Math.min(on, off)
}
