import { controlClock, controlSetClock } from '@backlot/contract/control/calls'
import { type Route, route } from '../calls/route.ts'
import type { ClockMoves } from '../composition/clock/clock-moves.ts'
import { moveClock } from '../composition/clock/move-clock.ts'
import type { ControlledClock } from '../timeline/platform-clock.ts'

/** The hand that moves the platform clock. */
export function clockRoutes(clock: ControlledClock, moves: ClockMoves): Route[] {
  return [
    route(controlClock, () => clock.state()),
    route(controlSetClock, async ({ body }) => {
      await moveClock(clock, moves, body)
      return clock.state()
    }),
  ]
}
