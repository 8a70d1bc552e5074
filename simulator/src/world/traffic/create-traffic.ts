import { projectionAt } from '../city/projection.ts'
import type { City } from '../city/types.ts'
import { hash32 } from '../hash.ts'
import type { Roster } from '../incidents/roster.ts'
import { type Newcomers, NO_NEWCOMERS } from '../newcomers.ts'
import type { PassingVehicle, Traffic } from '../types.ts'
import { type BackgroundTraffic, createBackgroundTraffic, looks } from './background-traffic.ts'
import { buildLoops, type LoopTable } from './build-loops.ts'
import { createFleetPassing } from './fleet-passing.ts'
import { createFleetVehicles } from './fleet-vehicle.ts'
import { flowOfDay } from './flow-of-day.ts'
import { lanePlace } from './lane-place.ts'
import { noPlace } from './no-place.ts'
import type { TrackRide } from './track-line.ts'
import { rideInto, rideIsUnderWay, rideState } from './track-ride.ts'
import { createTrackRides } from './track-rides.ts'
import { vehicleTraits } from './vehicle-traits.ts'

const LOOK_STREAM = 251
const LOOPS_MAX = 2400
/** A vehicle in its lane, or on a curve, is nearer than that to the line of its edge. */
const ASIDE_M = 40

export type TrafficOptions = {
  /** Vehicles of the fleet that cameras can see pass: roster indexes 0 … fleetVehicles - 1. */
  fleetVehicles?: number
  /** Recorded tracks of some of them. */
  tracks?: Partial<Pick<Roster, 'vehicles' | 'rides'>>
  /** Fleets that came later: their vehicles are seen while they are there. */
  newcomers?: Newcomers
  /** Loops built before (by another thread, or read from a cache). */
  loops?: LoopTable
}

export type TrafficWithRoads = Traffic & {
  loops: LoopTable
  /** Vehicles an hour that enter an edge at the busiest time. */
  peakFlowPerHour(edge: number): number
  /** Edges of the road graph that pass within `radiusM` of a point. */
  edgesNear(x: number, y: number, radiusM: number): readonly number[]
  /** Recorded track that vehicle `index` follows; undefined where it drives in the traffic. */
  rideOf(index: number): TrackRide | undefined
}

/** Loops are of one seed and city: worlds over the same ones share results derived from them. */
const BACKGROUNDS = new WeakMap<LoopTable, BackgroundTraffic>()

function backgroundOf(seed: number, city: City, loops: LoopTable): BackgroundTraffic {
  const known = BACKGROUNDS.get(loops) ?? createBackgroundTraffic(seed, city, loops)
  BACKGROUNDS.set(loops, known)
  return known
}

/** Traffic over the city's road graph: the fleet's vehicles and the background. Pure but for remembered look-ups. */
export function createTraffic(seed: number, city: City, options: TrafficOptions = {}): TrafficWithRoads {
  const projection = projectionAt(city.longitude, city.latitude)
  const loops = options.loops ?? buildLoops(seed, city, loopCountFor(city))
  const vehicles = createFleetVehicles(seed, city, loops, projection)
  const background = backgroundOf(seed, city, loops)
  const { fleetVehicles = 0, newcomers = NO_NEWCOMERS, tracks = {} } = options
  const rides = createTrackRides(tracks, newcomers)
  const { toLngLat } = projection
  const passing = createFleetPassing(seed, loops, background.edgeLegs, newcomers, {
    rosterSize: fleetVehicles,
    isElsewhere: (index) => rides.of(index) !== undefined,
  })
  const scratch = noPlace()

  return {
    loops,
    rideOf: rides.of,
    vehicleAt(index, epochMs) {
      const ride = rides.of(index)
      return ride
        ? rideState(ride, toLngLat, index, vehicleTraits(seed, index), epochMs)
        : vehicles.at(index, epochMs)
    },
    isUnderWay(index, epochMs) {
      const ride = rides.of(index)
      return ride ? rideIsUnderWay(ride, epochMs) : vehicles.isUnderWay(index, epochMs)
    },
    vehicleInto(index, epochMs, out) {
      const ride = rides.of(index)
      if (ride) rideInto(ride, toLngLat, epochMs, out)
      else vehicles.into(index, epochMs, out)
    },
    edgesNear: (x, y, radiusM) => background.edgesNear(x, y, radiusM),
    peakFlowPerHour: (edge) => background.peakFlowPerHour(edge),
    flowPerHour: (edge, epochMs) => background.peakFlowPerHour(edge) * flowOfDay(epochMs),
    vehiclesNear(x, y, radiusM, epochMs, limit) {
      const found = background.near(x, y, radiusM, epochMs)
      const edges = background.edgesNear(x, y, radiusM + ASIDE_M)
      for (const index of passing.on(edges, epochMs)) {
        const { leg, alongM, speedKmh } = vehicles.placeAt(index, epochMs)
        if (leg < 0) continue
        const look = hash32(seed, index, LOOK_STREAM, 0)
        const place = lanePlace(city, loops, leg, alongM, look >>> 8)
        const dx = place.x - x
        const dy = place.y - y
        if (dx * dx + dy * dy > radiusM * radiusM) continue
        const { kind, colour } = looks(look)
        found.push({
          id: index,
          kind,
          colour,
          x: place.x,
          y: place.y,
          directionDeg: place.directionDeg,
          speedKmh,
        })
      }
      for (const [index, ride] of rides.near(x, y, radiusM, epochMs)) {
        rideInto(ride, toLngLat, epochMs, scratch)
        const { x: atX, y: atY, directionDeg, speedKmh } = scratch
        if ((atX - x) * (atX - x) + (atY - y) * (atY - y) > radiusM * radiusM) continue
        const look = looks(hash32(seed, index, LOOK_STREAM, 0))
        found.push({ id: index, ...look, x: atX, y: atY, directionDeg, speedKmh })
      }
      const square = (vehicle: PassingVehicle) =>
        (vehicle.x - x) * (vehicle.x - x) + (vehicle.y - y) * (vehicle.y - y)
      return found.sort((a, b) => square(a) - square(b) || a.id - b.id).slice(0, limit)
    },
  }
}

/** A small graph needs few loops; a city a few thousand. */
function loopCountFor(city: City): number {
  return Math.max(40, Math.min(LOOPS_MAX, Math.floor(city.graph.edgeCount / 4)))
}
