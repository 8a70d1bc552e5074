/** The state of a fleet vehicle at a moment: its duty of the day looked up by time of day, O(log n). */

import { DAY_MS } from '@backlot/contract/time'
import type { Projection } from '../city/projection.ts'
import type { City } from '../city/types.ts'
import type { MovingPlace, VehicleState } from '../types.ts'
import type { LoopTable } from './build-loops.ts'
import {
  type Duty,
  dutyOf,
  ROSTER_LENGTH_DAYS,
  type RosterDay,
  rosterDay,
  TRIP,
  TRIP_FIELDS,
} from './duty.ts'
import { placeOnEdgeInto } from './edge-place.ts'
import { type LoopPlace, placeInLoopInto } from './loop-phase.ts'
import { REFUEL_BELOW, vehicleTraits } from './vehicle-traits.ts'

/** Duties and odometers remembered, by vehicle: bounded, since a fleet may have 100,000. */
const REMEMBERED = 120_000

export type FleetVehicles = {
  at(vehicle: number, epochMs: number): VehicleState
  /** The place alone, without odometer and fuel, for searching a crowd of 100,000. */
  placeAt(vehicle: number, epochMs: number): FleetPlace
  /** Whether it is on a trip: a look into its day, without a place. */
  isUnderWay(vehicle: number, epochMs: number): boolean
  /** The place without any new object. */
  into(vehicle: number, epochMs: number, out: MovingPlace): void
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
  /** Trips finished today, and metres driven in the present one. */
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
  let today: RosterDay = rosterDay(0)
  const inLoop: LoopPlace = { leg: 0, edge: 0, alongM: 0, drivenM: 0, speedMs: 0 }
  const scratch = emptyPlace()

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

  /** Its duty of the day that holds a moment, which is `today` then. */
  function dutyAt(vehicle: number, epochMs: number): Duty {
    if (epochMs < today.startMs || epochMs >= today.startMs + DAY_MS) today = rosterDay(epochMs)
    return dutyOn(vehicle, today.cycleDay)
  }

  function placeInto(vehicle: number, epochMs: number, out: FleetPlace): void {
    const duty = dutyAt(vehicle, epochMs)
    const seconds = (epochMs - today.startMs) / 1000
    const begun = tripsBegun(duty, seconds)
    const trip = (begun - 1) * TRIP_FIELDS
    out.duty = duty
    out.cycleDay = today.cycleDay
    out.cycle = today.cycle
    if (begun === 0 || seconds >= duty.trips[trip + TRIP.endS]!) {
      out.edge = graph.firstEdge[table.depotNode[duty.depot]!]!
      placeOnEdgeInto(graph, out.edge, 0, out)
      out.speedKmh = 0
      out.accOn = false
      out.leg = -1
      out.alongM = 0
      out.tripsDone = begun
      out.tripM = 0
      return
    }
    const stretch = duty.trips[trip + TRIP.stretch]!
    const intoTripS = (seconds - duty.trips[trip + TRIP.startS]!) / stretch
    placeInLoopInto(table, duty.trips[trip + TRIP.loop]!, intoTripS, inLoop)
    placeOnEdgeInto(graph, inLoop.edge, inLoop.alongM, out)
    out.edge = inLoop.edge
    out.speedKmh = (inLoop.speedMs / stretch) * 3.6
    out.accOn = true
    out.leg = inLoop.leg
    out.alongM = inLoop.alongM
    out.tripsDone = begun - 1
    out.tripM = inLoop.drivenM
  }

  const originLongitude = city.longitude
  const originLatitude = city.latitude
  const { metresPerDegreeLongitude, metresPerDegreeLatitude } = projection

  return {
    placeAt(vehicle, epochMs) {
      const place = emptyPlace()
      placeInto(vehicle, epochMs, place)
      return place
    },
    isUnderWay(vehicle, epochMs) {
      const duty = dutyAt(vehicle, epochMs)
      const seconds = (epochMs - today.startMs) / 1000
      const begun = tripsBegun(duty, seconds)
      return begun > 0 && seconds < duty.trips[(begun - 1) * TRIP_FIELDS + TRIP.endS]!
    },
    into(vehicle, epochMs, out) {
      placeInto(vehicle, epochMs, scratch)
      out.x = scratch.x
      out.y = scratch.y
      out.longitude = originLongitude + scratch.x / metresPerDegreeLongitude
      out.latitude = originLatitude + scratch.y / metresPerDegreeLatitude
      out.speedKmh = scratch.speedKmh
      out.directionDeg = scratch.directionDeg
      out.accOn = scratch.accOn
      out.edge = scratch.edge
      out.receiverErrorM = undefined
    },
    at(vehicle, epochMs) {
      placeInto(vehicle, epochMs, scratch)
      const { trips } = scratch.duty
      const before = odometerOf(vehicle)
      const { boughtKm, litresPerM, tankL } = vehicleTraits(seed, vehicle)
      let todayM = 0
      let fuelL = tankL
      for (let i = 0; i < scratch.tripsDone; i++) {
        const lengthM = table.loopLengthM[trips[i * TRIP_FIELDS + TRIP.loop]!]!
        todayM += lengthM
        fuelL = refuelled(fuelL - lengthM * litresPerM, tankL)
      }
      const rostersM = (scratch.cycle - FIRST_CYCLE) * before[ROSTER_LENGTH_DAYS]!
      return {
        index: vehicle,
        x: scratch.x,
        y: scratch.y,
        longitude: originLongitude + scratch.x / metresPerDegreeLongitude,
        latitude: originLatitude + scratch.y / metresPerDegreeLatitude,
        speedKmh: scratch.speedKmh,
        directionDeg: scratch.directionDeg,
        accOn: scratch.accOn,
        mileageKm: boughtKm + (rostersM + before[scratch.cycleDay]! + todayM + scratch.tripM) / 1000,
        fuelL: Math.max(0, fuelL - scratch.tripM * litresPerM),
        edge: scratch.edge,
      }
    },
  }
}

function emptyPlace(): FleetPlace {
  return {
    x: 0,
    y: 0,
    directionDeg: 0,
    edge: 0,
    speedKmh: 0,
    accOn: false,
    leg: -1,
    alongM: 0,
    duty: NO_DUTY,
    cycleDay: 0,
    cycle: 0,
    tripsDone: 0,
    tripM: 0,
  }
}

const NO_DUTY: Duty = { depot: 0, trips: new Float64Array(0), distanceM: 0 }

/** How many trips of the day have begun at a second of the day. */
function tripsBegun({ trips }: Duty, seconds: number): number {
  let low = 0
  let high = trips.length / TRIP_FIELDS
  while (low < high) {
    const middle = (low + high) >> 1
    if (trips[middle * TRIP_FIELDS + TRIP.startS]! <= seconds) low = middle + 1
    else high = middle
  }
  return low
}

/** Odometers count from the roster that holds 2025-01-01. */
const FIRST_CYCLE = Math.floor(20_089 / ROSTER_LENGTH_DAYS)

/** Nearly empty, the tank is filled during the break after a trip. */
function refuelled(fuelL: number, tankL: number): number {
  return fuelL < tankL * REFUEL_BELOW ? tankL : fuelL
}
