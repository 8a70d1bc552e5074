import type { City } from '../world/city/types.ts'
import type { NewcomerFleet } from '../world/newcomers.ts'
import type { FleetSpan } from './added-fleet.ts'
import { type DraftedFleet, draftFleet } from './draft-fleet.ts'
import { isMoving } from './fleet-counters.ts'

/** The devices of an added fleet, which have no groups yet; `seed` is the platform's. */
export function draftedFleet(
  seed: number,
  city: City,
  { spec, allotment }: Pick<FleetSpan, 'spec' | 'allotment'>,
): DraftedFleet {
  return draftFleet(spec.seed ?? seed, city, spec, allotment)
}

/** An added fleet as the world knows it. `drafted` provides places for incidents of fixed devices. */
export function newcomerFleet(
  span: FleetSpan,
  drafted: () => Pick<DraftedFleet, 'siteAt' | 'rideAt'>,
): NewcomerFleet {
  const { fleetId, spec, allotment, fromMs, untilMs } = span
  let known: ReturnType<typeof drafted> | undefined
  const devices = () => {
    known ??= drafted()
    return known
  }
  return {
    id: fleetId,
    kind: spec.kind,
    firstIndex: allotment.roster,
    count: spec.count,
    ...(isMoving(spec.kind) ? { firstTraffic: allotment.traffic } : {}),
    fromMs,
    untilMs,
    siteOf(i) {
      const { x = 0, y = 0 } = devices().siteAt(i) ?? {}
      return { x, y }
    },
    ...(spec.tracks ? { rideOf: (i: number) => devices().rideAt!(i) } : {}),
  }
}
