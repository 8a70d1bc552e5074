import type { Name, RoadClass } from './types.ts'

/** A road on the drawing board, before water and junctions are worked in. */
export type PlannedRoad = {
  class: RoadClass
  name: Name
  /** u0,v0,u1,v1,… */
  line: number[]
  lanes: number
  speedLimitKmh: number
  oneWay: boolean
  /** Where water ends it: metres kept from the bank. Left out: by class. */
  bankM?: number
}

const DEFAULTS: Record<RoadClass, { lanes: number; speedLimitKmh: number }> = {
  expressway: { lanes: 6, speedLimitKmh: 100 },
  ring: { lanes: 6, speedLimitKmh: 80 },
  arterial: { lanes: 6, speedLimitKmh: 60 },
  street: { lanes: 4, speedLimitKmh: 40 },
  lane: { lanes: 2, speedLimitKmh: 30 },
  country: { lanes: 2, speedLimitKmh: 60 },
}

export function planRoad(
  roadClass: RoadClass,
  name: Name,
  line: number[],
  extra: Partial<PlannedRoad> = {},
): PlannedRoad {
  return { class: roadClass, name, line, oneWay: false, ...DEFAULTS[roadClass], ...extra }
}

/** Half the carriageway and the pavement: how far buildings keep from the middle of a road, metres. */
export const BUILDING_MARGIN_M: Record<RoadClass, number> = {
  expressway: 48,
  ring: 38,
  arterial: 30,
  street: 18,
  lane: 9,
  country: 12,
}
