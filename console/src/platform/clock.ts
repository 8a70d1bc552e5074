import type { ClockState } from '@backlot/contract/session/entities'
import { formatDateTime, PLATFORM_ZONE_MINUTES } from '@backlot/contract/time'
import { useEffect, useState } from 'react'
import { create } from 'zustand'

type Anchor = ClockState & { /** performance.now() when `nowMs` held. */ heldAt: number; known: boolean }

const useAnchor = create<Anchor>(() => ({
  nowMs: Date.now(),
  rate: 1,
  epoch: 0,
  zoneMinutes: PLATFORM_ZONE_MINUTES,
  heldAt: performance.now(),
  known: false,
}))

/** Sets the platform's clock, as the channel or `/platform/clock` sent it. */
export function setClock(clock: ClockState): void {
  useAnchor.setState({ ...clock, heldAt: performance.now(), known: true })
}

/** Clocks that differ by less are right enough for people. */
const DIFFERS_FROM_MS = 60_000

const useMachineOff = create<{ offMs: number }>(() => ({ offMs: 0 }))

/** The platform's machine announced its time on the channel: how far it is ahead of this one's, when that is much. */
export function noteMachineTime(atMs: number): void {
  const offMs = atMs - Date.now()
  const shown = Math.abs(offMs) < DIFFERS_FROM_MS ? 0 : Math.round(offMs / 60_000) * 60_000
  if (useMachineOff.getState().offMs !== shown) useMachineOff.setState({ offMs: shown })
}

/** How far the clock of the platform's machine is ahead of this one's, in whole minutes; 0: they agree. */
export const useMachineOffMs = (): number => useMachineOff(({ offMs }) => offMs)

/** Platform time, epoch milliseconds. Until the platform announces its clock: the browser's. */
export function platformNow(): number {
  return platformTimeAt(performance.now())
}

/** Platform time at a moment of `performance.now()`, epoch milliseconds. */
export function platformTimeAt(hostMs: number): number {
  const { nowMs, rate, heldAt } = useAnchor.getState()
  return nowMs + (hostMs - heldAt) * rate
}

/** Rate of the platform's clock; 0 while paused. */
export function platformRate(): number {
  return useAnchor.getState().rate
}

/** Minutes east of UTC of the platform's zone. */
export function platformZoneMinutes(): number {
  return useAnchor.getState().zoneMinutes
}

/** `yyyy-MM-dd HH:mm:ss` in the platform's zone. Values below 10^11 are seconds, others milliseconds. */
export function formatTime(secondsOrMs: number): string {
  const epochMs = secondsOrMs < 1e11 ? secondsOrMs * 1000 : secondsOrMs
  return formatDateTime(Math.floor(epochMs), platformZoneMinutes())
}

const SECOND_MS = 1000 as const

/** Milliseconds until the platform's next full second; a whole one when it is paused or runs at another rate. */
function untilNextSecond(): number {
  if (useAnchor.getState().rate !== 1) return SECOND_MS
  return SECOND_MS - (platformNow() % SECOND_MS) + 2
}

/**
 * The platform's clock, redrawn with each second, all clocks of the page at the same moment. `tickMs` 0: redrawn only
 * when the clock is set.
 */
export function useClock(tickMs: 0 | 1000 = SECOND_MS): {
  nowMs: number
  rate: number
  epoch: number
  zoneMinutes: number
  known: boolean
} {
  const anchor = useAnchor()
  const [, redraw] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a clock that was set turns at other moments
  useEffect(() => {
    if (tickMs === 0) return
    let timer: ReturnType<typeof setTimeout>
    const turn = () => {
      redraw((count) => count + 1)
      timer = setTimeout(turn, untilNextSecond())
    }
    timer = setTimeout(turn, untilNextSecond())
    return () => clearTimeout(timer)
  }, [anchor, tickMs])
  return {
    nowMs: platformNow(),
    rate: anchor.rate,
    epoch: anchor.epoch,
    zoneMinutes: anchor.zoneMinutes,
    known: anchor.known,
  }
}
