/**
 * Which fleet vehicles pass some edges at a moment, read backwards: for the legs on those edges, the trips of the day
 * that are in them now. Only depots whose loops come by are looked at, one day of one depot at a time, so that a fleet
 * of 100,000 costs a camera little. What is remembered is the same whenever it is built.
 */
import { isThereAt, type NewcomerFleet, type Newcomers } from '../newcomers.ts'
import type { LoopTable } from './build-loops.ts'
import { depotOf, dutyOf, LONGEST_STRETCH, rosterDay, TRIP, TRIP_FIELDS } from './duty.ts'

const REMEMBERED_TABLES = 64

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
  rosterSize: number,
  newcomers: Newcomers,
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
        lists[depotOf(seed, table, vehicle)]!.push(vehicle)
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
    const rows: { loop: number; vehicle: number; startS: number; endS: number; stretch: number }[] = []
    for (const vehicle of vehiclesOf(depot)) {
      const { trips } = dutyOf(seed, table, vehicle, cycleDay)
      for (let at = 0; at < trips.length; at += TRIP_FIELDS) {
        rows.push({
          loop: (trips[at + TRIP.loop]! - depot) / depots,
          vehicle,
          startS: trips[at + TRIP.startS]!,
          endS: trips[at + TRIP.endS]!,
          stretch: trips[at + TRIP.stretch]!,
        })
      }
    }
    rows.sort((a, b) => a.loop - b.loop || a.startS - b.startS || a.vehicle - b.vehicle)
    const made: TripTable = {
      first: new Uint32Array(Math.ceil(table.loopCount / depots) + 1),
      vehicle: Uint32Array.from(rows, ({ vehicle }) => vehicle),
      startS: Float64Array.from(rows, ({ startS }) => startS),
      endS: Float64Array.from(rows, ({ endS }) => endS),
      stretch: Float64Array.from(rows, ({ stretch }) => stretch),
    }
    for (const { loop } of rows) made.first[loop + 1]!++
    for (let loop = 1; loop < made.first.length; loop++) made.first[loop]! += made.first[loop - 1]!
    tables.set(key, made)
    return made
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
      return [...found].sort((a, b) => a - b)
    },
  }
}

const NOBODY: number[] = []

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
