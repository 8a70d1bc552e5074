/**
 * Which fleet vehicles pass some edges at a moment, read backwards: for the legs on those edges, the trips of the day
 * that are in them now. Only depots whose loops come by are looked at, one day of one depot at a time, so that a fleet
 * of 100,000 costs a camera little. The cache is the same whenever it is built.
 */
import { DAY_MS } from '@backlot/contract/time'
import { isThereAt, type NewcomerFleet, type Newcomers } from '../newcomers.ts'
import type { LoopTable } from './build-loops.ts'
import { depotOf, dutyOf, LONGEST_STRETCH, rosterDay, TRIP, TRIP_FIELDS } from './duty.ts'

const REMEMBERED_TABLES = 64
const AHEAD_FROM_S = 23.5 * 3600

/** Trips over a depot's loops on one day of the roster, by loop and start. */
type TripTable = {
  /** Of the n-th loop of the depot; one more than there are. */
  first: Uint32Array
  vehicle: Uint32Array
  startS: Float64Array
  endS: Float64Array
  stretch: Float64Array
}

export type FleetPassing = {
  /** Vehicles that are on some edges at a moment, each once, ascending. */
  on(edges: readonly number[], epochMs: number): number[]
}

/** `edgeLegs`: legs of all loops by edge, `legs` from `first[edge]` up to `first[edge + 1]`. */
export function createFleetPassing(
  seed: number,
  table: LoopTable,
  edgeLegs: { first: Uint32Array; legs: Uint32Array },
  newcomers: Newcomers,
  {
    rosterSize,
    isElsewhere = () => false,
  }: {
    rosterSize: number
    /** Vehicles that drive no trips: they follow recorded tracks. */
    isElsewhere?(vehicle: number): boolean
  },
): FleetPassing {
  const depots = table.depotNode.length
  const tables = new Map<number, TripTable>()
  let moving: readonly NewcomerFleet[] = []
  let byDepot: Uint32Array[] | undefined
  const forget = () => {
    moving = newcomers.list().filter(({ firstTraffic }) => firstTraffic !== undefined)
    byDepot = undefined
    tables.clear()
  }
  forget()
  newcomers.onChange(forget)

  function vehiclesOf(depot: number): Uint32Array {
    if (byDepot) return byDepot[depot]!
    const lists: number[][] = Array.from({ length: depots }, () => [])
    const take = (first: number, count: number) => {
      for (let vehicle = first; vehicle < first + count; vehicle++) {
        if (!isElsewhere(vehicle)) lists[depotOf(seed, table, vehicle)]!.push(vehicle)
      }
    }
    take(0, rosterSize)
    for (const { firstTraffic, count } of moving) take(firstTraffic!, count)
    byDepot = lists.map((list) => Uint32Array.from(list))
    return byDepot[depot]!
  }

  function tripsOf(depot: number, cycleDay: number): TripTable {
    const key = cycleDay * depots + depot
    const known = tables.get(key)
    if (known) return known
    if (tables.size >= REMEMBERED_TABLES) tables.clear()
    const duties = Array.from(vehiclesOf(depot), (vehicle) => dutyOf(seed, table, vehicle, cycleDay).trips)
    const count = duties.reduce((sum, { length }) => sum + length, 0) / TRIP_FIELDS
    const made = emptyTable(Math.ceil(table.loopCount / depots), count)
    const { first } = made
    const placeOf = (loop: number) => (loop - depot) / depots
    for (const trips of duties) {
      for (let at = 0; at < trips.length; at += TRIP_FIELDS) first[placeOf(trips[at + TRIP.loop]!) + 1]!++
    }
    for (let place = 1; place < first.length; place++) first[place]! += first[place - 1]!
    const next = first.slice()
    duties.forEach((trips, i) => {
      for (let at = 0; at < trips.length; at += TRIP_FIELDS) {
        const place = placeOf(trips[at + TRIP.loop]!)
        const startS = trips[at + TRIP.startS]!
        // Each goes behind those of its loop that start before it.
        let row = next[place]!++
        for (; row > first[place]! && made.startS[row - 1]! > startS; row--) moveDown(made, row)
        made.vehicle[row] = vehiclesOf(depot)[i]!
        made.startS[row] = startS
        made.endS[row] = trips[at + TRIP.endS]!
        made.stretch[row] = trips[at + TRIP.stretch]!
      }
    })
    tables.set(key, made)
    return made
  }

  /** Late in the day the next day's table of one depot in use is made, so that midnight is no piece of work. */
  function lookAhead(startMs: number, cycleDay: number): void {
    const next = rosterDay(startMs + 1.5 * DAY_MS).cycleDay
    for (let depot = 0; depot < depots; depot++) {
      if (!tables.has(cycleDay * depots + depot) || tables.has(next * depots + depot)) continue
      tripsOf(depot, next)
      return
    }
  }

  function isThere(vehicle: number, epochMs: number): boolean {
    if (vehicle < rosterSize) return true
    const fleet = moving.find(
      ({ firstTraffic, count }) => vehicle >= firstTraffic! && vehicle < firstTraffic! + count,
    )
    return fleet !== undefined && isThereAt(fleet, epochMs)
  }

  return {
    on(edges, epochMs) {
      if (rosterSize === 0 && moving.length === 0) return NOBODY
      const { startMs, cycleDay } = rosterDay(epochMs)
      const seconds = (epochMs - startMs) / 1000
      const found = new Set<number>()
      for (const edge of edges) {
        for (let i = edgeLegs.first[edge]!; i < edgeLegs.first[edge + 1]!; i++) {
          const leg = edgeLegs.legs[i]!
          const loop = table.legLoop[leg]!
          const periodS = table.loopPeriodS[loop]!
          const fromS = table.legStartS[leg]!
          const toS = leg + 1 < table.firstLeg[loop + 1]! ? table.legStartS[leg + 1]! : periodS
          const depot = loop % depots
          const trips = tripsOf(depot, cycleDay)
          const place = (loop - depot) / depots
          const first = trips.first[place]!
          let trip = lastBegun(trips.startS, first, trips.first[place + 1]!, seconds)
          for (; trip >= first && trips.startS[trip]! >= seconds - periodS * LONGEST_STRETCH; trip--) {
            if (seconds >= trips.endS[trip]!) continue
            const inLoopS = (seconds - trips.startS[trip]!) / trips.stretch[trip]!
            const vehicle = trips.vehicle[trip]!
            if (inLoopS >= fromS && inLoopS < toS && isThere(vehicle, epochMs)) found.add(vehicle)
          }
        }
      }
      if (seconds > AHEAD_FROM_S) lookAhead(startMs, cycleDay)
      return [...found].sort((a, b) => a - b)
    },
  }
}

const NOBODY: number[] = []

function emptyTable(loops: number, trips: number): TripTable {
  return {
    first: new Uint32Array(loops + 1),
    vehicle: new Uint32Array(trips),
    startS: new Float64Array(trips),
    endS: new Float64Array(trips),
    stretch: new Float64Array(trips),
  }
}

function moveDown({ vehicle, startS, endS, stretch }: TripTable, row: number): void {
  for (const column of [vehicle, startS, endS, stretch]) column[row] = column[row - 1]!
}

/** The last row of [first, end) that starts by `seconds`; `first - 1` when none does. */
function lastBegun(startS: Float64Array, first: number, end: number, seconds: number): number {
  let low = first
  let high = end
  while (low < high) {
    const middle = (low + high) >> 1
    if (startS[middle]! <= seconds) low = middle + 1
    else high = middle
  }
  return low - 1
}
