/**
 * Devices that follow a recorded track instead of the city's traffic. A place is a function of the moment alone: the
 * moment's phase in the round, looked up among the points of the track, O(log points).
 */
import type { MovingPlace, VehicleState } from '../types.ts'
import { noPlace } from './no-place.ts'
import { STANDING_M, type TrackLine, type TrackRide } from './track-line.ts'
import { fuelAfter, type VehicleTraits } from './vehicle-traits.ts'

/** Longer than that at one place, the ignition is off. */
const PARKED_AFTER_MS = 5 * 60_000
/** Odometers count from 2025-01-01, UTC+8. */
const ODOMETERS_FROM_MS = 1_735_660_800_000

/** A moment's phase: time on the line, its direction, and whole rounds since `startMs`. */
type Phase = { onLineMs: number; isReverse: boolean; isDriving: boolean; rounds: number }

const lengthMs = ({ atMs }: TrackLine) => atMs[atMs.length - 1]!
const lengthM = ({ alongM }: TrackLine) => alongM[alongM.length - 1]!

function phaseAt({ line, startMs, roundMs, atEnd }: TrackRide, epochMs: number): Phase {
  const whole = lengthMs(line)
  const elapsed = epochMs - startMs
  if (atEnd === 'stay') {
    const onLineMs = Math.max(0, Math.min(whole, elapsed))
    return { onLineMs, isReverse: false, isDriving: elapsed >= 0 && elapsed < whole, rounds: 0 }
  }
  const rounds = Math.floor(elapsed / roundMs)
  const inRound = elapsed - rounds * roundMs
  if (inRound < whole) return { onLineMs: inRound, isReverse: false, isDriving: true, rounds }
  if (atEnd === 'loop') return { onLineMs: whole, isReverse: false, isDriving: false, rounds }
  const onLineMs = Math.max(0, 2 * whole - inRound)
  return { onLineMs, isReverse: true, isDriving: onLineMs > 0, rounds }
}

/** The last point at or before a time on the line; never the last of all. */
function pieceAt({ atMs }: TrackLine, onLineMs: number): number {
  let low = 0
  let high = atMs.length - 2
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (atMs[middle]! <= onLineMs) low = middle
    else high = middle - 1
  }
  return low
}

/** Whether it drives at a moment, or stands for a short while only. */
export function rideIsUnderWay(ride: TrackRide, epochMs: number): boolean {
  const { onLineMs, isDriving } = phaseAt(ride, epochMs)
  return isDriving && !isParked(ride.line, pieceAt(ride.line, onLineMs))
}

function isParked({ atMs, alongM }: TrackLine, piece: number): boolean {
  return atMs[piece + 1]! - atMs[piece]! > PARKED_AFTER_MS && alongM[piece + 1]! - alongM[piece]! < STANDING_M
}

type Ridden = {
  x: number
  y: number
  speedKmh: number
  directionDeg: number
  accOn: boolean
  drivenM: number
}

/** Place at a moment; `drivenM` counts from the begin of the round at `startMs`. */
function ride(on: TrackRide, epochMs: number, out: Ridden): void {
  const { line } = on
  const { onLineMs, isReverse, isDriving, rounds } = phaseAt(on, epochMs)
  const i = pieceAt(line, onLineMs)
  const spanMs = line.atMs[i + 1]! - line.atMs[i]!
  const share = spanMs > 0 ? Math.min(1, (onLineMs - line.atMs[i]!) / spanMs) : 1
  const pieceM = line.alongM[i + 1]! - line.alongM[i]!
  out.x = line.x[i]! + (line.x[i + 1]! - line.x[i]!) * share
  out.y = line.y[i]! + (line.y[i + 1]! - line.y[i]!) * share
  out.speedKmh = isDriving && spanMs > 0 ? (pieceM / spanMs) * 3600 : 0
  out.directionDeg = isReverse ? (line.headingDeg[i]! + 180) % 360 : line.headingDeg[i]!
  out.accOn = isDriving && !isParked(line, i)
  const along = line.alongM[i]! + pieceM * share
  const wholeM = lengthM(line)
  const roundM = on.atEnd === 'backAndForth' ? 2 * wholeM : wholeM
  out.drivenM = rounds * roundM + (isReverse ? 2 * wholeM - along : along)
}

const scratch: Ridden = { x: 0, y: 0, speedKmh: 0, directionDeg: 0, accOn: false, drivenM: 0 }

/** From local metres to degrees. */
type Degrees = (x: number, y: number) => { longitude: number; latitude: number }

/** The place of a ride at a moment, written into `out`. */
export function rideInto(on: TrackRide, toLngLat: Degrees, epochMs: number, out: MovingPlace): void {
  ride(on, epochMs, scratch)
  const { longitude, latitude } = toLngLat(scratch.x, scratch.y)
  out.x = scratch.x
  out.y = scratch.y
  out.longitude = longitude
  out.latitude = latitude
  out.speedKmh = scratch.speedKmh
  out.directionDeg = scratch.directionDeg
  out.accOn = scratch.accOn
  out.edge = NO_EDGE
  out.receiverErrorM = on.errorM
}

/** It need not be on any road. */
const NO_EDGE = -1

/** Everything about vehicle `index` on a ride at a moment. */
export function rideState(
  on: TrackRide,
  toLngLat: Degrees,
  index: number,
  traits: VehicleTraits,
  epochMs: number,
): VehicleState {
  ride(on, ODOMETERS_FROM_MS, scratch)
  const before = scratch.drivenM
  const place = noPlace()
  rideInto(on, toLngLat, epochMs, place)
  const drivenM = Math.max(0, scratch.drivenM - before)
  const mileageKm = traits.boughtKm + drivenM / 1000
  return { index, ...place, mileageKm, fuelL: fuelAfter(traits, drivenM) }
}
