/**
 * What a satellite receiver in a vehicle reports: the true place with a few metres of slow error, rounded to the wire's
 * resolution; and spans without satellites, in which the last fix is repeated with its own time.
 */
import { projectionAt } from '../world/city/projection.ts'
import { smoothNoise, uniform } from '../world/hash.ts'
import type { VehicleState } from '../world/types.ts'

export type GpsReport = {
  longitude: number
  latitude: number
  speedKmh: number
  directionDeg: number
  /** When the position was fixed, epoch milliseconds; older than the report while satellites are lost. */
  fixedAtMs: number
  lost: boolean
  satellites: number
}

const STREAM = {
  east: 841,
  north: 842,
  sky: 843,
  exists: 844,
  length: 845,
  start: 846,
  phase: 847,
  weak: 848,
}
/** Standard deviation of the error, metres, and how long it takes to wander. */
const ERROR_M = 2.2
const WANDER_MS = 70_000
const HOUR_MS = 3_600_000
/** Spans without satellites: hours for a few receivers with a bad antenna, else rarely some minutes. */
const WEAK = { share: 0.09, cellMs: 10 * HOUR_MS, chance: 0.8, minMs: 1.2 * HOUR_MS, maxMs: 7 * HOUR_MS }
const GOOD = { cellMs: 6 * HOUR_MS, chance: 0.1, minMs: 30_000, maxMs: 6 * 60_000 }

/** The span without satellites that holds a moment, if any. */
export function gpsLossAt(
  seed: number,
  entity: number,
  atMs: number,
): { fromMs: number; toMs: number } | undefined {
  const pattern = uniform(seed, entity, STREAM.weak, 0) < WEAK.share ? WEAK : GOOD
  const phaseMs = uniform(seed, entity, STREAM.phase, 0) * pattern.cellMs
  const cell = Math.floor((atMs - phaseMs) / pattern.cellMs)
  if (uniform(seed, entity, STREAM.exists, cell) >= pattern.chance) return undefined
  const lengthMs =
    pattern.minMs + uniform(seed, entity, STREAM.length, cell) * (pattern.maxMs - pattern.minMs)
  const room = pattern.cellMs - lengthMs
  const fromMs = Math.floor(
    cell * pattern.cellMs + phaseMs + uniform(seed, entity, STREAM.start, cell) * room,
  )
  const toMs = Math.floor(fromMs + lengthMs)
  return atMs >= fromMs && atMs < toMs ? { fromMs, toMs } : undefined
}

/** The report of a receiver at a moment. `trueAt` gives the vehicle's true state at any moment. */
export function gpsReportAt(
  seed: number,
  entity: number,
  atMs: number,
  trueAt: (epochMs: number) => VehicleState,
): GpsReport {
  const loss = gpsLossAt(seed, entity, atMs)
  const fixedAtMs = loss ? loss.fromMs : atMs
  const state = trueAt(fixedAtMs)
  const metres = projectionAt(state.longitude, state.latitude)
  const east = ERROR_M * smoothNoise(seed, entity, STREAM.east, fixedAtMs / WANDER_MS)
  const north = ERROR_M * smoothNoise(seed, entity, STREAM.north, fixedAtMs / WANDER_MS)
  return {
    longitude: round(state.longitude + east / metres.metresPerDegreeLongitude, 1e6),
    latitude: round(state.latitude + north / metres.metresPerDegreeLatitude, 1e6),
    speedKmh: loss ? 0 : round(state.speedKmh, 10),
    directionDeg: Math.round(state.directionDeg) % 360,
    fixedAtMs,
    lost: loss !== undefined,
    satellites: loss ? 0 : 8 + Math.floor(14 * uniform(seed, entity, STREAM.sky, Math.floor(atMs / 60_000))),
  }
}

function round(value: number, perUnit: number): number {
  return Math.round(value * perUnit) / perUnit
}
