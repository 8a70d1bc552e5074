/** What devices of a kind file will do: their readings, states and alarms over some days of a city. */
import { DAY_MS, dayStart, HOUR_MS } from '@backlot/contract/time'
import { compileKind } from '../devices/kind-file/compile-kind.ts'
import type { KindFile } from '../devices/kind-file/kind-schema.ts'
import { NO_SETTINGS } from '../world/air/memories.ts'
import { cityOf } from '../world/city/city-of.ts'
import { hash32, hashText } from '../world/hash.ts'
import { EMPTY_ROSTER } from '../world/incidents/roster.ts'
import { createWorld } from '../world/world.ts'
import { watchSpans } from './watch-alarms.ts'

const STEP_MS = 10 * 60_000

export type KindPreview = {
  /** Of each quantity of its own: the least, the mean and the greatest value. */
  quantities: {
    quantity: string
    unit: string
    decimals: number
    least: number
    mean: number
    most: number
  }[]
  /** Share of the time in each state. */
  machines: { machine: string; states: { state: string; share: number }[] }[]
  alarms: { alarm: string; count: number }[]
  devices: number
  days: number
}

/** Devices at the first junctions of a seed's city, in the days before a moment. The kind must be known. */
export function previewKind(
  file: KindFile,
  { seed, nowMs, days = 3, devices = 3 }: { seed: number; nowMs: number; days?: number; devices?: number },
): KindPreview {
  const { spec, states } = compileKind(file)
  const city = cityOf(seed)
  const { air } = createWorld(seed, { city, roster: EMPTY_ROSTER })
  const { nodeX, nodeY } = city.graph
  const places = Array.from({ length: devices }, (_, i) => {
    const node = hash32(seed, i, hashText(file.kind), 0) % nodeX.length
    return { x: nodeX[node]!, y: nodeY[node]!, entity: hash32(seed, i, hashText(file.kind), 1) }
  })
  const toMs = dayStart(nowMs)
  const fromMs = toMs - days * DAY_MS
  const moments = Array.from({ length: (days * DAY_MS) / STEP_MS }, (_, i) => fromMs + i * STEP_MS)
  /** Mean over all places and moments, with the least and the greatest value. */
  const over = (valueAt: (place: (typeof places)[number], atMs: number) => number) => {
    let [least, most, sum] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0]
    for (const place of places) {
      for (const atMs of moments) {
        const value = valueAt(place, atMs)
        least = Math.min(least, value)
        most = Math.max(most, value)
        sum += value
      }
    }
    return { least, most, mean: sum / (places.length * moments.length) }
  }
  return {
    devices,
    days,
    quantities: (spec.ownReadings ?? []).map(({ quantity, unit, decimals }) => ({
      quantity,
      unit,
      decimals,
      ...over(({ x, y, entity }, atMs) => air.valueAt(quantity, x, y, atMs, entity)),
    })),
    machines: states.map(({ machine, holds }) => ({
      machine,
      states: holds.map(({ state, of }) => ({
        state,
        share: over(({ x, y, entity }, atMs) => air.of(of, x, y, atMs, entity)).mean,
      })),
    })),
    alarms: (spec.watches ?? []).map((watch) => ({
      alarm: watch.subType,
      count: places.reduce(
        (sum, place) =>
          sum + watchSpans(air, place, watch, NO_SETTINGS, fromMs, toMs - (toMs % HOUR_MS)).length,
        0,
      ),
    })),
  }
}
