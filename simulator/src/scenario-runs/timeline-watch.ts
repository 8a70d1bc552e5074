import type { ScenarioMark } from '@backlot/contract/control/scenario-calls'

/** Platform time that has passed since the beginning: an epoch that begins (a jump) takes none. */
export function createTimelineWatch(first: ScenarioMark, passedBeforeMs = 0) {
  let anchor = first
  let lastMs = first.clock.nowMs
  let passedMs = passedBeforeMs
  return {
    elapsedMs(mark: ScenarioMark): number {
      if (mark.clock.epoch !== anchor.clock.epoch) {
        passedMs += Math.max(0, lastMs - anchor.clock.nowMs)
        anchor = mark
      }
      lastMs = mark.clock.nowMs
      return passedMs + mark.clock.nowMs - anchor.clock.nowMs
    },
  }
}
