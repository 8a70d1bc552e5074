import type { BodyOut } from '@backlot/contract/call'
import type { controlSetClock } from '@backlot/contract/control/calls'
import { formatDateTime } from '@backlot/contract/time'
import { PlatformError } from '../../kernel/platform-error.ts'
import { CLOCK_END_MS, CLOCK_START_MS } from '../../timeline/clock-segment.ts'
import type { ControlledClock } from '../../timeline/platform-clock.ts'
import type { ClockMoves } from './clock-moves.ts'

export type ClockOrder = BodyOut<typeof controlSetClock>

/** Carries out an order; resolves when queries answer as of then. Throws a PlatformError that names the field. */
export async function moveClock(clock: ControlledClock, moves: ClockMoves, order: ClockOrder): Promise<void> {
  switch (order.action) {
    case 'pause':
      clock.pause()
      return
    case 'resume':
      clock.resume()
      return
    case 'speed':
      clock.speed(order.rate)
      return
    case 'realtime':
      return moves.realTime(order.cut)
    case 'step': {
      if (clock.rate() !== 0) {
        throw new PlatformError('conflict', 'byMs: pause the clock first, or use a jump.', 'byMs')
      }
      refuseOutside(clock, clock.now() + order.byMs, 'byMs')
      clock.step(order.byMs)
      return
    }
    case 'jump': {
      if ((order.toMs === undefined) === (order.byMs === undefined)) {
        throw new PlatformError('invalid', 'toMs: give either toMs or byMs.', 'toMs')
      }
      const toMs = order.toMs ?? clock.now() + (order.byMs ?? 0)
      refuseOutside(clock, toMs, order.toMs === undefined ? 'byMs' : 'toMs')
      return moves.jump(toMs, order.cut)
    }
  }
}

function refuseOutside({ zoneMinutes }: ControlledClock, toMs: number, field: string): void {
  if (toMs >= CLOCK_START_MS && toMs <= CLOCK_END_MS) return
  const [wanted, first, last] = [toMs, CLOCK_START_MS, CLOCK_END_MS].map((ms) =>
    Math.abs(ms) < FORMATTED_MOST_MS ? formatDateTime(ms, zoneMinutes) : String(ms),
  )
  throw new PlatformError(
    'invalid',
    `${field}: ${wanted} is out of range. The clock can show ${first} to ${last} (2020 to 2050 in UTC), the range of the picture strip.`,
    field,
  )
}

/** Further away than anybody writes as a date. */
const FORMATTED_MOST_MS = 100_000_000_000_000
