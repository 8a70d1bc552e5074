import type { ClockState } from '@backlot/contract/session/entities'
import type { ClockChange, HostClock, PlatformClock } from '../kernel/clock.ts'
import {
  type ClockSegment,
  jumped,
  paused,
  platformTimeAt,
  realTime,
  resumed,
  stepped,
  withRate,
} from './clock-segment.ts'

/** The platform's clock with the hand that moves it (the control API). */
export type ControlledClock = PlatformClock & {
  segment(): ClockSegment
  state(): ClockState
  pause(): void
  resume(): void
  speed(rate: number): void
  /** Lets a span pass at once while the clock is paused; the epoch stays. Throws a RangeError otherwise. */
  step(byMs: number): void
  jump(toMs: number): void
  /** Back to the host's time at its pace. */
  realTime(): void
}

/** Where a clock goes on: platform time (epoch milliseconds) and pace. */
export type ClockPosition = Pick<ClockSegment, 'platformMs' | 'rate' | 'resumeRate'>

/**
 * Starts at real time, or as `start` says, in the epoch after `lastEpoch`. `keep` gets every new segment, the first
 * included.
 */
export function createPlatformClock(deps: {
  host: HostClock
  zoneMinutes: number
  lastEpoch: number
  start?: ClockPosition | undefined
  keep(segment: ClockSegment): void
}): ControlledClock {
  const { host, zoneMinutes } = deps
  const listeners = new Set<(change: ClockChange) => void>()
  const hostMs = host.now()
  let segment = { ...realTime(hostMs, deps.lastEpoch + 1), ...deps.start }
  deps.keep(segment)
  const now = () => platformTimeAt(segment, host.now())
  const become = (next: ClockSegment) => {
    const fromMs = now()
    const kind = next.epoch !== segment.epoch ? 'jump' : next.platformMs > fromMs ? 'step' : 'rate'
    segment = next
    deps.keep(segment)
    for (const listener of [...listeners])
      listener({ kind, fromMs, toMs: next.platformMs, epoch: next.epoch })
  }
  return {
    zoneMinutes,
    now,
    rate: () => segment.rate,
    epoch: () => segment.epoch,
    segment: () => segment,
    state: () => ({ nowMs: now(), rate: segment.rate, epoch: segment.epoch, zoneMinutes }),
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    pause: () => segment.rate !== 0 && become(paused(segment, host.now())),
    resume: () => segment.rate === 0 && become(resumed(segment, host.now())),
    speed: (rate) => become(withRate(segment, host.now(), rate)),
    step: (byMs) => become(stepped(segment, host.now(), byMs)),
    jump: (toMs) => become(jumped(segment, host.now(), toMs)),
    realTime: () => become(realTime(host.now(), segment.epoch + 1)),
  }
}
