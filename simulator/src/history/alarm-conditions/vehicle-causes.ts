/** Warnings of vehicles' terminals, derived from how the vehicles really drive. */
import { dayStart, HOUR_MS, MINUTE_MS } from '@backlot/contract/time'
import { gpsLosses, isWeakReceiver } from '../../devices/gps-fix.ts'
import { districtAt } from '../../fleet/site-candidates.ts'
import { noPlace } from '../../world/traffic/no-place.ts'
import type { MovingPlace } from '../../world/types.ts'
import { type FindCause, type Held, LONGEST_CONDITION_MS, type Look, lastHolding } from './condition.ts'

const scratch = noPlace()

/** The vehicle's place at a moment; the same object each time. */
function placeAt({ world, device }: Look, atMs: number): MovingPlace {
  world.traffic.vehicleInto(device.trafficIndex ?? 0, atMs, scratch)
  return scratch
}
const isOn = ({ world, device }: Look, atMs: number) =>
  world.traffic.isUnderWay(device.trafficIndex ?? 0, atMs)

function whileDriving(look: Look, startMs: number, mostMs: number): Held {
  const endMs = lastHolding((atMs) => isOn(look, atMs), startMs, MINUTE_MS, startMs + mostMs)
  return { startMs, endMs: Math.max(endMs, startMs + MINUTE_MS) }
}

const REST_MS = 20 * MINUTE_MS
const LONG_DRIVE_MS = 4 * HOUR_MS
const LOOK_MS = 5 * MINUTE_MS

/** Four hours at the wheel without twenty minutes of rest. */
export const fatigue: FindCause = (look) => {
  if (!isOn(look, look.atMs)) return undefined
  let restedMs = 0
  for (let atMs = look.atMs; atMs > look.atMs - LONG_DRIVE_MS; atMs -= LOOK_MS) {
    restedMs = isOn(look, atMs) ? 0 : restedMs + LOOK_MS
    if (restedMs >= REST_MS) return undefined
  }
  return whileDriving(look, look.atMs, 30 * MINUTE_MS)
}

/** More than eight hours of driving since midnight. */
export const dayOvertime: FindCause = (look) => {
  if (!isOn(look, look.atMs)) return undefined
  let drivenMs = 0
  for (let atMs = dayStart(look.atMs); atMs < look.atMs; atMs += LOOK_MS) {
    if (isOn(look, atMs)) drivenMs += LOOK_MS
  }
  return drivenMs < 8 * HOUR_MS ? undefined : whileDriving(look, look.atMs, 30 * MINUTE_MS)
}

const PARKED_MS = 2 * HOUR_MS

/** Two hours since it was put down. */
export const parkingOvertime: FindCause = (look) => {
  for (let atMs = look.fromMs; atMs < look.toMs; atMs += LOOK_MS) {
    if (isOn(look, atMs) || !isOn(look, atMs - PARKED_MS - LOOK_MS)) continue
    if (lastHolding((at) => !isOn(look, at), atMs - PARKED_MS, LOOK_MS, atMs) < atMs) continue
    const endMs = lastHolding((at) => !isOn(look, at), atMs, LOOK_MS, atMs + 2 * HOUR_MS)
    return { startMs: atMs, endMs: Math.max(endMs, atMs + LOOK_MS) }
  }
  return undefined
}

const FENCE_STEP_MS = 15_000

/** Crossing the border of the district that its depot lies in. */
const fence =
  (way: 'in' | 'out'): FindCause =>
  (look) => {
    const { world, device, atMs } = look
    const home = districtAt(world.city, device.x, device.y)
    if (!home) return undefined
    const isHome = (at: number) => {
      const { x, y } = placeAt(look, at)
      return districtAt(world.city, x, y) === home
    }
    let was = isHome(atMs)
    const untilMs = Math.min(look.toMs, atMs + 30 * MINUTE_MS)
    for (let at = atMs + FENCE_STEP_MS; at < untilMs; at += FENCE_STEP_MS) {
      const is = isHome(at)
      if (is !== was && is === (way === 'in')) return { startMs: at, endMs: at + MINUTE_MS / 2 }
      was = is
    }
    return undefined
  }
export const geofenceIn = fence('in')
export const geofenceOut = fence('out')

/** A span without satellites that begins in the hour: hours of it with a bad antenna, minutes with a good one. */
const satellites =
  (isWeak: boolean): FindCause =>
  ({ world, device, fromMs, toMs }) => {
    if (isWeakReceiver(world.seed, device.entity) !== isWeak) return undefined
    const span = gpsLosses(world.seed, device.entity, fromMs, toMs).find(
      (loss) =>
        loss.fromMs >= fromMs &&
        loss.toMs - loss.fromMs >= MINUTE_MS &&
        loss.toMs - loss.fromMs <= LONGEST_CONDITION_MS,
    )
    return span && { startMs: span.fromMs, endMs: span.toMs }
  }
export const gpsLost = satellites(false)
export const antennaFault = satellites(true)

const AHEAD_STEP_MS = 2000
const AHEAD_STEPS = 45

/** Another vehicle in its lane this near before it, while it is this fast. */
const ahead =
  (nearM: number, speedKmh: number, lengthMs: number): FindCause =>
  (look) => {
    const { world, device } = look
    for (let step = 0; step < AHEAD_STEPS; step++) {
      const atMs = look.atMs + step * AHEAD_STEP_MS
      const place = placeAt(look, atMs)
      if (!place.accOn || place.speedKmh < speedKmh) continue
      const near = world.traffic.vehiclesNear(place.x, place.y, nearM + 15, atMs, 40)
      // In its lane, where the others are too.
      const own = near.find(({ id }) => id === device.trafficIndex)
      if (!own) continue
      const heading = (own.directionDeg * Math.PI) / 180
      const [sin, cos] = [Math.sin(heading), Math.cos(heading)]
      const isBlocked = near.some(({ id, x, y }) => {
        const [dx, dy] = [x - own.x, y - own.y]
        const along = dx * sin + dy * cos
        return id !== own.id && along > 0 && along < nearM && Math.abs(dx * cos - dy * sin) < 1.6
      })
      if (isBlocked) return { startMs: atMs, endMs: atMs + lengthMs }
    }
    return undefined
  }
export const danger = ahead(16, 25, 8000)
export const collision = ahead(8, 15, 5000)

const TURN_MS = 2000
const TURN_DEG = 30
const TURN_KMH = 22

/** A turn taken too fast. */
export const rollover: FindCause = (look) => {
  for (let atMs = look.atMs; atMs < look.atMs + 8 * MINUTE_MS; atMs += TURN_MS) {
    const { accOn, directionDeg } = placeAt(look, atMs)
    if (!accOn) return undefined
    const after = placeAt(look, atMs + TURN_MS)
    const turned = Math.abs(((after.directionDeg - directionDeg + 540) % 360) - 180)
    if (after.speedKmh > TURN_KMH && turned > TURN_DEG && turned < 120) {
      return { startMs: atMs, endMs: atMs + 6000 }
    }
  }
  return undefined
}

/** No timetable prescribes a route: a driving vehicle is off its route by the draw alone. */
export const routeDeviation: FindCause = (look) => {
  const { accOn, speedKmh } = placeAt(look, look.atMs)
  return accOn && speedKmh > 10 ? whileDriving(look, look.atMs, 6 * MINUTE_MS) : undefined
}

const LOW_TANK = 0.35

/** A tank that is two thirds empty; it was filled at the start of the day. */
export const fuelAbnormal: FindCause = ({ world, device, atMs }) => {
  const fuelAt = (at: number) => world.traffic.vehicleAt(device.trafficIndex ?? 0, at).fuelL
  if (fuelAt(atMs) > LOW_TANK * fuelAt(dayStart(atMs))) return undefined
  return { startMs: atMs, endMs: atMs + 10 * MINUTE_MS }
}

/** When in the hour the ignition is turned on. */
function ignitionIn(look: Look): number | undefined {
  let was = isOn(look, look.fromMs)
  for (let atMs = look.fromMs + MINUTE_MS; atMs < look.toMs; atMs += MINUTE_MS) {
    const is = isOn(look, atMs)
    if (is && !was) {
      let onMs = atMs
      while (isOn(look, onMs - 1000)) onMs -= 1000
      return onMs
    }
    was = is
  }
  return undefined
}

/** The ignition is turned on at night. */
export const illegalIgnition: FindCause = (look) => {
  const onMs = ignitionIn(look)
  return onMs === undefined ? undefined : { startMs: onMs, endMs: onMs + 2 * MINUTE_MS }
}

/** It is moved at night. */
export const illegalMove: FindCause = (look) => {
  const onMs = ignitionIn(look)
  if (onMs === undefined) return undefined
  for (let atMs = onMs; atMs < onMs + 3 * MINUTE_MS; atMs += 5000) {
    if (placeAt(look, atMs).speedKmh > 3) return { startMs: atMs, endMs: atMs + 4 * MINUTE_MS }
  }
  return undefined
}

/** It is driven off at night, and still driven ten minutes later. */
export const stolen: FindCause = (look) => {
  const onMs = ignitionIn(look)
  if (onMs === undefined || !isOn(look, onMs + 10 * MINUTE_MS)) return undefined
  return { startMs: onMs + MINUTE_MS, endMs: onMs + 20 * MINUTE_MS }
}
