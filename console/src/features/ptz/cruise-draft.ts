import { LIMITS } from '@backlot/contract/limits'
import { CRUISE_LIMITS, type Cruise, type CruiseStep } from '@backlot/contract/ptz/calls'

const DWELL_SECONDS = 10

/** Draft of a tour: every preset that is set, in order, on the first free number. Undefined when all are taken. */
export function newCruise(
  cruises: readonly Cruise[],
  presets: readonly { presetIndex: number }[],
  name: (index: number) => string,
): Cruise | undefined {
  const taken = new Set(cruises.map(({ cruiseIndex }) => cruiseIndex))
  const numbers = Array.from({ length: CRUISE_LIMITS.cruises }, (_, at) => at + 1)
  const cruiseIndex = numbers.find((number) => !taken.has(number))
  if (cruiseIndex === undefined) return undefined
  const steps = presets.slice(0, CRUISE_LIMITS.steps).map(({ presetIndex }) => stepTo(presetIndex))
  return { cruiseIndex, name: name(cruiseIndex), steps }
}

export function stepTo(presetIndex: number): CruiseStep {
  return { presetIndex, dwellSeconds: DWELL_SECONDS, speed: LIMITS.ptzSpeedDefault }
}

/** The steps with one at `at` moved up or down, or as they are at an end. */
export function moveStep(steps: readonly CruiseStep[], at: number, by: -1 | 1): CruiseStep[] {
  const moved = [...steps]
  const to = at + by
  if (to < 0 || to >= moved.length) return moved
  ;[moved[at], moved[to]] = [moved[to]!, moved[at]!]
  return moved
}
