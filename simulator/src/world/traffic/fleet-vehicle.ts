/** The state of a fleet vehicle at a moment: its duty of the day looked up by time of day, O(log n). */

import type { Projection } from '../city/projection.ts'
import type { City } from '../city/types.ts'
import { uniform } from '../hash.ts'
import type { VehicleState } from '../types.ts'
import type { LoopTable } from './build-loops.ts'
import { type Duty, dutyOf, ROSTER_LENGTH_DAYS, rosterDay } from './duty.ts'
import { placeOnEdge } from './edge-place.ts'
import { placeInLoop } from './loop-phase.ts'

const STREAM = { odometer: 231, tank: 232, thirst: 233 }
/** Duties and odometers remembered, by vehicle: bounded, since a fleet may have 100,000. */
const REMEMBERED = 120_000

export type FleetVehicles = {
  at(vehicle: number, epochMs: number): VehicleState
  /** The place alone, without odometer and fuel: what a crowd of 100,000 is looked through by. */
  placeAt(vehicle: number, epochMs: number): FleetPlace
}

export type FleetPlace = {
  x: number
  y: number
  directionDeg: number
  edge: number
  speedKmh: number
  accOn: boolean
  /** Leg of its loop and metres along the edge; -1 while parked. */
  leg: number
  alongM: number
  duty: Duty
  cycleDay: number
  cycle: number
  /** Trips finished today, and metres driven in the one under way. */
  tripsDone: number
  tripM: number
}

export function createFleetVehicles(
  seed: number,
  city: City,
  table: LoopTable,
  projection: Projection,
): FleetVehicles {
  const { graph } = city
  const duties = new Map<number, Duty>()
  const odometers = new Map<number, Float64Array>()

  function dutyOn(vehicle: number, cycleDay: number): Duty {
    const key = vehicle * ROSTER_LENGTH_DAYS + cycleDay
    const known = duties.get(key)
    if (known) return known
    if (duties.size >= REMEMBERED) duties.clear()
    const made = dutyOf(seed, table, vehicle, cycleDay)
    duties.set(key, made)
    return made
  }

  /** Distance driven before each day of the roster; the last entry is the whole roster. */
  function odometerOf(vehicle: number): Float64Array {
    const known = odometers.get(vehicle)
    if (known) return known
    if (odometers.size >= REMEMBERED) odometers.clear()
    const before = new Float64Array(ROSTER_LENGTH_DAYS + 1)
    for (let day = 0; day < ROSTER_LENGTH_DAYS; day++) {
      before[day + 1] = before[day]! + dutyOf(seed, table, vehicle, day).distanceM
    }
    odometers.set(vehicle, before)
    return before
  }

  function placeAt(vehicle: number, epochMs: number): FleetPlace {
    const { startMs, cycleDay, cycle } = rosterDay(epochMs)
    const duty = dutyOn(vehicle, cycleDay)
    const seconds = (epochMs - startMs) / 1000
    const begun = tripsBegun(duty, seconds)
    const trip = begun > 0 ? duty.trips[begun - 1]! : undefined
    // Fields are named one by one: spreading cost ten times the rest when measured.
    if (trip === undefined || seconds >= trip.endS) {
      const edge = graph.firstEdge[table.depotNode[duty.depot]!]!
      const { x, y, directionDeg } = placeOnEdge(graph, edge, 0)
      return {
        x,
        y,
        directionDeg,
        edge,
        speedKmh: 0,
        accOn: false,
        leg: -1,
        alongM: 0,
        duty,
        cycleDay,
        cycle,
        tripsDone: begun,
        tripM: 0,
      }
    }
    const found = placeInLoop(table, trip.loop, (seconds - trip.startS) / trip.stretch)
    const { x, y, directionDeg } = placeOnEdge(graph, found.edge, found.alongM)
    return {
      x,
      y,
      directionDeg,
      edge: found.edge,
      speedKmh: (found.speedMs / trip.stretch) * 3.6,
      accOn: true,
      leg: found.leg,
      alongM: found.alongM,
      duty,
      cycleDay,
      cycle,
      tripsDone: begun - 1,
      tripM: found.drivenM,
    }
  }

  return {
    placeAt,
    at(vehicle, epochMs) {
      const place = placeAt(vehicle, epochMs)
      const before = odometerOf(vehicle)
      const litresPerM = (0.08 + 0.07 * uniform(seed, vehicle, STREAM.thirst, 0)) / 1000
      const tankL = 55 + 45 * uniform(seed, vehicle, STREAM.tank, 0)
      let todayM = 0
      let fuelL = tankL
      for (let i = 0; i < place.tripsDone; i++) {
        const lengthM = table.loopLengthM[place.duty.trips[i]!.loop]!
        todayM += lengthM
        fuelL = refuelled(fuelL - lengthM * litresPerM, tankL)
      }
      const bought = 12_000 + 90_000 * uniform(seed, vehicle, STREAM.odometer, 0)
      const rostersM = (place.cycle - FIRST_CYCLE) * before[ROSTER_LENGTH_DAYS]!
      const { longitude, latitude } = projection.toLngLat(place.x, place.y)
      return {
        index: vehicle,
        x: place.x,
        y: place.y,
        longitude,
        latitude,
        speedKmh: place.speedKmh,
        directionDeg: place.directionDeg,
        accOn: place.accOn,
        mileageKm: bought + (rostersM + before[place.cycleDay]! + todayM + place.tripM) / 1000,
        fuelL: Math.max(0, fuelL - place.tripM * litresPerM),
        edge: place.edge,
      }
    },
  }
}

/** How many trips of the day have begun at a second of the day. */
function tripsBegun(duty: Duty, seconds: number): number {
  let low = 0
  let high = duty.trips.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (duty.trips[middle]!.startS <= seconds) low = middle + 1
    else high = middle
  }
  return low
}

/** Odometers count from the roster that holds 2025-01-01. */
const FIRST_CYCLE = Math.floor(20_089 / ROSTER_LENGTH_DAYS)

/** Below a quarter the tank is filled during the break after a trip. */
function refuelled(fuelL: number, tankL: number): number {
  return fuelL < tankL * 0.25 ? tankL : fuelL
}
