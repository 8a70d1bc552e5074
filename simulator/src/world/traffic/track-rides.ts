import type { Roster } from '../incidents/roster.ts'
import { isThereAt, type NewcomerFleet, type Newcomers } from '../newcomers.ts'
import type { TrackRide } from './track-line.ts'

/** Which vehicles of the traffic follow a recorded track: those of the roster, and those of fleets that came later. */
export type TrackRides = {
  /** The ride of a vehicle; undefined where the traffic carries it. */
  of(index: number): TrackRide | undefined
  /** Vehicles that may be seen on a track at a moment, whose track comes within `radiusM` of a point. */
  near(x: number, y: number, radiusM: number, epochMs: number): Iterable<[index: number, TrackRide]>
}

type Bounds = { west: number; south: number; east: number; north: number }
type Seen = { index: number; ride: TrackRide; bounds: Bounds; fleet: NewcomerFleet | undefined }

export function createTrackRides(
  { vehicles = 0, rides }: Partial<Pick<Roster, 'vehicles' | 'rides'>>,
  newcomers: Newcomers,
): TrackRides {
  let fleets: NewcomerFleet[] = []
  let later = new Map<number, TrackRide>()
  let seen: Seen[] | undefined
  const boundsOf = rememberedBounds()
  const look = () => {
    fleets = newcomers.list().filter(({ rideOf }) => rideOf !== undefined)
    later = new Map()
    seen = undefined
  }
  look()
  newcomers.onChange(look)

  function laterOf(index: number): TrackRide | undefined {
    const known = later.get(index)
    if (known) return known
    const fleet = fleets.find(
      ({ firstTraffic, count }) => index >= firstTraffic! && index < firstTraffic! + count,
    )
    if (!fleet) return undefined
    const ride = fleet.rideOf!(index - fleet.firstTraffic!)
    later.set(index, ride)
    return ride
  }

  /** People on foot are no vehicles. */
  function seenOnes(): Seen[] {
    const found: Seen[] = []
    for (const [index, ride] of rides ?? []) {
      if (index < vehicles) found.push({ index, ride, bounds: boundsOf(ride), fleet: undefined })
    }
    for (const fleet of fleets) {
      if (fleet.kind !== 'vehicle') continue
      for (let i = 0; i < fleet.count; i++) {
        const index = fleet.firstTraffic! + i
        const ride = laterOf(index)!
        found.push({ index, ride, bounds: boundsOf(ride), fleet })
      }
    }
    return found
  }

  return {
    of: (index) => rides?.get(index) ?? (fleets.length === 0 ? undefined : laterOf(index)),
    *near(x, y, radiusM, epochMs) {
      if (!rides && fleets.length === 0) return
      seen ??= seenOnes()
      for (const { index, ride, bounds, fleet } of seen) {
        const { west, south, east, north } = bounds
        if (x < west - radiusM || x > east + radiusM || y < south - radiusM || y > north + radiusM) continue
        if (!fleet || isThereAt(fleet, epochMs)) yield [index, ride]
      }
    },
  }
}

/** Many devices share a line. */
function rememberedBounds(): (ride: TrackRide) => Bounds {
  const known = new WeakMap<TrackRide['line'], Bounds>()
  return ({ line }) => {
    let bounds = known.get(line)
    if (!bounds) {
      const { x, y } = line
      bounds = { west: least(x), south: least(y), east: most(x), north: most(y) }
      known.set(line, bounds)
    }
    return bounds
  }
}

const least = (values: Float64Array) => values.reduce((a, b) => Math.min(a, b))
const most = (values: Float64Array) => values.reduce((a, b) => Math.max(a, b))
