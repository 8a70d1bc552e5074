/**
 * Report of a satellite receiver in a vehicle: the true place with a few metres of slow error, rounded to the wire's
 * resolution; and spans without satellites, in which the last fix is repeated with its own time.
 */
import { metresPerDegreeLatitudeAt, metresPerDegreeLongitudeAt } from '../world/city/projection.ts'
import { smoothNoise, uniform } from '../world/hash.ts'
import type { VehicleState } from '../world/types.ts'
import type { DeviceCommand } from './commands.ts'
import { askedFault } from './fault-state.ts'
import { gpsLossPattern } from './gps-losses.ts'
import { type Span, spanAt } from './random-spans.ts'
import { clockDriftMs } from './report-times.ts'

export type GpsReport = {
  longitude: number
  latitude: number
  speedKmh: number
  directionDeg: number
  /** When the position was fixed, by the receiver's clock, epoch milliseconds; older than the report while satellites are lost. */
  fixedAtMs: number
  lost: boolean
  satellites: number
}

const STREAM = { east: 841, north: 842, sky: 843 }
/** Standard deviation of the error, metres, and how long it takes to wander. */
const ERROR_M = 2.2
const WANDER_MS = 70_000
const NONE: readonly DeviceCommand[] = []

/** The span without satellites that holds a moment, if any. `commands` are the device's own. */
export function gpsLossAt(
  seed: number,
  entity: number,
  atMs: number,
  commands: readonly DeviceCommand[] = NONE,
): Span | undefined {
  const pattern = gpsLossPattern(seed, entity)
  if (commands.length === 0) return spanAt(seed, entity, pattern, atMs)
  const { fault, mendedMs } = askedFault('gpsLost', atMs, commands)
  const begunMs = fault?.fromMs ?? atMs
  const own = spanAt(seed, entity, pattern, begunMs)
  const isMended = own !== undefined && mendedMs !== undefined && mendedMs >= own.fromMs
  if (!fault) return isMended ? undefined : own
  // Already lost when it was ordered: the last fix is the older one.
  return { fromMs: own && !isMended ? own.fromMs : fault.fromMs, toMs: fault.toMs }
}

/** The report of a receiver at a moment. `trueAt` gives the vehicle's true state at any moment. */
export function gpsReportAt(
  seed: number,
  entity: number,
  atMs: number,
  trueAt: (
    epochMs: number,
  ) => Pick<VehicleState, 'longitude' | 'latitude' | 'speedKmh' | 'directionDeg' | 'receiverErrorM'>,
  commands: readonly DeviceCommand[] = NONE,
): GpsReport {
  const loss = gpsLossAt(seed, entity, atMs, commands)
  // A receiver fixes its place on the second, and the wire's time is no finer.
  const fixedAtMs = wholeSecond(loss ? loss.fromMs : atMs)
  const state = trueAt(fixedAtMs)
  const errorM = state.receiverErrorM ?? ERROR_M
  const east = errorM * smoothNoise(seed, entity, STREAM.east, fixedAtMs / WANDER_MS)
  const north = errorM * smoothNoise(seed, entity, STREAM.north, fixedAtMs / WANDER_MS)
  return {
    longitude: round(state.longitude + east / metresPerDegreeLongitudeAt(state.latitude), 1e6),
    latitude: round(state.latitude + north / metresPerDegreeLatitudeAt(state.latitude), 1e6),
    speedKmh: loss ? 0 : round(state.speedKmh, 10),
    directionDeg: Math.round(state.directionDeg) % 360,
    fixedAtMs:
      commands.length === 0
        ? fixedAtMs
        : wholeSecond(fixedAtMs + askedDriftMs(seed, entity, fixedAtMs, commands)),
    lost: loss !== undefined,
    satellites: loss ? 0 : 8 + Math.floor(14 * uniform(seed, entity, STREAM.sky, Math.floor(atMs / 60_000))),
  }
}

function wholeSecond(epochMs: number): number {
  return Math.floor(epochMs / 1000) * 1000
}

function round(value: number, perUnit: number): number {
  return Math.round(value * perUnit) / perUnit
}

/** How far the receiver's clock is off by order: satellites keep it right otherwise. */
function askedDriftMs(
  seed: number,
  entity: number,
  atMs: number,
  commands: readonly DeviceCommand[],
): number {
  return askedFault('clockDrift', atMs, commands).fault ? clockDriftMs({ seed, entity, commands }, atMs) : 0
}
