/** Water in a field's soil: rain and irrigation fill it, sun and wind dry it, a day-anchored fold remembers it. */
import { NO_INTERVENTIONS } from '../create-interventions.ts'
import { uniform } from '../hash.ts'
import type { Interventions } from '../interventions.ts'
import type { Sky } from '../types.ts'
import { type DayFold, foldAt, forgetFrom } from './day-fold.ts'

const STREAM = { capacity: 421, thirst: 422, rule: 423 }
const STEP_MS = 3_600_000
const WINDOW_DAYS = 12

export type Soil = {
  /** Volumetric moisture, %. */
  moistureAt(entity: number, epochMs: number): number
  moistureFold(entity: number): DayFold<number>
}

export function createSoil(seed: number, sky: Sky, interventions: Interventions = NO_INTERVENTIONS): Soil {
  const hourly = new Map<number, { rainMm: number; dryingMm: number }>()
  const openings = new Map<number, Map<number, number>>()
  interventions.onChange((fromMs) => {
    forgetFrom(hourly, fromMs / STEP_MS)
    for (const days of openings.values()) forgetFrom(days, fromMs)
  })

  function weatherOf(hour: number): { rainMm: number; dryingMm: number } {
    let known = hourly.get(hour)
    if (!known) {
      if (hourly.size >= 20_000) hourly.clear()
      // The weather at the hour's start: later interventions do not reach back.
      const state = sky.at(hour * STEP_MS)
      const warmth = Math.max(0, state.temperatureC + 4) / 30
      const light = Math.min(1, state.illuminationLux / 90_000)
      const thirst = 1 - state.humidityPercent / 115
      known = { rainMm: state.rainMmPerHour, dryingMm: warmth * (0.04 + 0.75 * light) * thirst }
      hourly.set(hour, known)
    }
    return known
  }

  function moistureFold(entity: number): DayFold<number> {
    const capacity = 30 + 12 * uniform(seed, entity, STREAM.capacity, 0)
    const thirst = 0.8 + 0.5 * uniform(seed, entity, STREAM.thirst, 0)
    // Sprinklers start below this and give 4 mm an hour.
    const irrigateBelow = 14 + 6 * uniform(seed, entity, STREAM.rule, 0)
    return {
      stepMs: STEP_MS,
      windowDays: WINDOW_DAYS,
      initial: capacity * 0.7,
      step(moisture, fromMs, ms) {
        const hours = ms / STEP_MS
        const weather = weatherOf(Math.floor(fromMs / STEP_MS))
        const irrigationMm = moisture < irrigateBelow ? 4 : 0
        const wetness = moisture / capacity
        // 300 mm of rooted soil: one millimetre of water is a third of a per cent.
        const change = (weather.rainMm + irrigationMm - weather.dryingMm * thirst * wetness) / 3
        const drained = moisture > capacity ? (moisture - capacity) * 0.25 : 0
        return Math.max(4, Math.min(55, moisture + (change - drained) * hours))
      },
    }
  }

  return {
    moistureFold,
    moistureAt(entity, epochMs) {
      if (openings.size > 2000) openings.clear()
      let days = openings.get(entity)
      if (!days) {
        days = new Map()
        openings.set(entity, days)
      }
      if (days.size > 400) days.clear()
      return foldAt(moistureFold(entity), epochMs, days)
    },
  }
}
