import type { MachineClock } from '../kernel/clock.ts'
import type { PlatformTroubles } from '../kernel/platform-troubles.ts'
import { CLOCK_END_MS } from './clock-segment.ts'
import type { ControlledClock } from './platform-clock.ts'

/**
 * Smaller differences are ignored: NTP steps small ones, and the time since the boot comes in hundredths of a second.
 */
const DEPARTURE_MS = 5000
const LOOK_EVERY_MS = 1000
/** A sleep is over when it is noticed; its notice stays for who comes back to the console. */
const SLEEP_NOTICE_MS = 600_000

/**
 * Compares the machine's wall clock with the host clock, each second. Setting it moves nothing: the difference is a
 * trouble until it is gone. After a sleep of the machine the host clock skips it, and the platform clock jumps, in a
 * new epoch, to where it would be had it run on. `lastRunMs`: up to when (host time) the folder was used before; a
 * start before that is a trouble until the time has come. Returns a function that stops it.
 */
export function watchMachineClock(deps: {
  host: MachineClock
  clock: Pick<ControlledClock, 'now' | 'rate'>
  board: PlatformTroubles
  lastRunMs: number
  jump(toMs: number): void
}): () => void {
  const { host, clock, board, lastRunMs } = deps
  let knownMs = 0
  let forget = () => {}

  const behindMs = () => lastRunMs - host.now()
  if (behindMs() > DEPARTURE_MS) board.put('clockBehind', behindMs())

  const wakeUp = (sleptMs: number) => {
    const toMs = Math.min(clock.now() + sleptMs * clock.rate(), CLOCK_END_MS)
    host.skip(sleptMs)
    // A clock that is paused stays where it is.
    if (clock.rate() > 0) deps.jump(toMs)
    board.put('machineSlept', Math.round(sleptMs))
    forget()
    forget = host.after(SLEEP_NOTICE_MS, () => board.clear('machineSlept'))
  }
  const stop = host.every(LOOK_EVERY_MS, () => {
    const sleptMs = host.sleptMs()
    if (sleptMs > DEPARTURE_MS) wakeUp(sleptMs)
    const aheadMs = Math.round(host.wallAheadMs())
    if (Math.abs(aheadMs) <= DEPARTURE_MS) {
      knownMs = 0
      board.clear('clockOff')
    } else if (Math.abs(aheadMs - knownMs) > DEPARTURE_MS) {
      knownMs = aheadMs
      board.put('clockOff', aheadMs)
    }
    if (behindMs() <= 0) board.clear('clockBehind')
  })
  return () => {
    stop()
    forget()
  }
}
