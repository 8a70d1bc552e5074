/**
 * A fleet vehicle's working day: trips over loops of its depot with breaks between them. Rosters repeat every
 * fourteen days; every day starts and ends at the depot (civil days of UTC+8).
 */
import { DAY_MS, dayStart } from '@backlot/contract/time'
import { hash32, uniform } from '../hash.ts'
import type { LoopTable } from './build-loops.ts'

const STREAM = { depot: 221, begin: 222, end: 223, loop: 224, pause: 225, pace: 226, patrol: 227, spare: 228 }
const HOUR_S = 3600
/** Share of vehicles on patrol around the clock. */
const PATROL_SHARE = 0.3
/** Additional duration of trips in the rush hours, and with a slow driver. */
const RUSH_STRETCH = 0.3
const PACE_STRETCH = 0.08
/** No trip takes longer than its loop's timetable times that. */
export const LONGEST_STRETCH = 1 + RUSH_STRETCH + PACE_STRETCH

/** A day's trips, TRIP_FIELDS numbers each: packed, since a fleet may have 100,000 vehicles. */
export type Duty = { depot: number; trips: Float64Array; distanceM: number }

/** Places in a trip: its loop, start and end in seconds of the day, and trip seconds per second of the loop's timetable. */
export const TRIP = { loop: 0, startS: 1, endS: 2, stretch: 3 } as const
export const TRIP_FIELDS = 4

export function depotOf(seed: number, table: LoopTable, vehicle: number): number {
  return hash32(seed, vehicle, STREAM.depot, 0) % table.depotNode.length
}

export type RosterDay = { startMs: number; cycleDay: number; cycle: number }

/** Start of the civil day that holds a moment, and its index in the roster. */
export function rosterDay(epochMs: number): RosterDay {
  const startMs = dayStart(epochMs)
  const day = Math.floor((startMs + DAY_MS / 2) / DAY_MS)
  const cycle = Math.floor(day / ROSTER_LENGTH_DAYS)
  return { startMs, cycleDay: day - cycle * ROSTER_LENGTH_DAYS, cycle }
}

/** The trips of a vehicle on a day of its roster (0 … 13; 3, 4, 10 and 11 are the weekend). */
export function dutyOf(seed: number, table: LoopTable, vehicle: number, cycleDay: number): Duty {
  const depot = depotOf(seed, table, vehicle)
  const chance = (stream: number, index: number) => uniform(seed, vehicle, stream, cycleDay * 64 + index)
  const weekday = (cycleDay + 4) % 7
  const isWeekend = weekday === 0 || weekday === 6
  const patrols = uniform(seed, vehicle, STREAM.patrol, 0) < PATROL_SHARE
  const trips: number[] = []
  let distanceM = 0
  if (isWeekend && !patrols && chance(STREAM.spare, 0) < 0.45) {
    return { depot, trips: NO_TRIPS, distanceM }
  }
  let at = patrols ? 90 + chance(STREAM.begin, 0) * 600 : (5.5 + 3.2 * chance(STREAM.begin, 0)) * HOUR_S
  const end = patrols ? 23.95 * HOUR_S : (18.5 + 4.5 * chance(STREAM.end, 0)) * HOUR_S
  for (let n = 0; n < 60; n++) {
    const loop = loopAtDepot(table, depot, hash32(seed, vehicle, STREAM.loop, cycleDay * 64 + n))
    const periodS = table.loopPeriodS[loop]!
    if (periodS <= 0) break
    const stretch = 1 + RUSH_STRETCH * rush(at / HOUR_S) + PACE_STRETCH * chance(STREAM.pace, n)
    const endS = at + periodS * stretch
    if (endS > end) break
    trips.push(loop, at, endS, stretch)
    distanceM += table.loopLengthM[loop]!
    at = endS + (patrols ? 60 + 300 * chance(STREAM.pause, n) : 240 + 1500 * chance(STREAM.pause, n))
  }
  return { depot, trips: new Float64Array(trips), distanceM }
}

const NO_TRIPS = new Float64Array(0)
export const ROSTER_LENGTH_DAYS = 14

/** Loops are dealt to depots in turn, so those of a depot lie `depots` apart. */
function loopAtDepot(table: LoopTable, depot: number, draw: number): number {
  const depots = table.depotNode.length
  const count = Math.floor((table.loopCount - 1 - depot) / depots) + 1
  return depot + depots * (draw % Math.max(1, count))
}

/** Two humps at 8 and 18 o'clock, 0 … 1. */
function rush(hour: number): number {
  const hump = (centre: number) => Math.max(0, 1 - Math.abs(hour - centre) / 1.8)
  return Math.max(hump(8), hump(18))
}
