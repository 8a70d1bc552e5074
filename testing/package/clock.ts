import type { BodyIn } from '@backlot/contract/call'
import { controlSetClock } from '@backlot/contract/control/calls'
import { durationMs } from '@backlot/contract/control/duration'
import type { ClockState } from '@backlot/contract/session/entities'
import type { ClockChange, Platform } from './platform.ts'

/** A span: milliseconds, or as people write it ('90s', '10m', '1h30m'). */
export type Span = number | string

/** Platform time: alarms, pictures, tracks and the world go by it; sessions and timeouts do not. */
export type Clock = {
  /** Epoch milliseconds. */
  now(): number
  /** Platform seconds a second; 0 while it is paused. */
  rate(): number
  /** Time, pace and epoch as the platform tells them to consoles. */
  state(): ClockState
  /** Stops platform time. */
  pause(): Promise<ClockState>
  /** Lets it go on at its former pace. */
  resume(): Promise<ClockState>
  /** 0.1 to 3600. */
  speed(rate: number): Promise<ClockState>
  /** Lets a span pass at once, at most a day: everything that happens in it happens, in a moment. */
  advance(span: Span): Promise<ClockState>
  /** Moves it, as if the platform had slept, or back; consoles start again. `cut` removes later alarms. */
  jump(to: { toMs: number; cut?: boolean } | { by: Span; cut?: boolean }): Promise<ClockState>
  /** Back to the time of day. */
  realTime(): Promise<ClockState>
  /** Calls back with every change; returns a function that stops it. */
  onChange(listener: (change: ClockChange) => void): () => void
}

export function createClock({ clock, call }: Pick<Platform, 'clock' | 'call'>): Clock {
  const set = (body: BodyIn<typeof controlSetClock>) => call(controlSetClock, { body })
  return {
    now: () => clock.now(),
    rate: () => clock.rate(),
    state: () => ({
      nowMs: clock.now(),
      rate: clock.rate(),
      epoch: clock.epoch(),
      zoneMinutes: clock.zoneMinutes,
    }),
    pause: () => set({ action: 'pause' }),
    resume: () => set({ action: 'resume' }),
    speed: (rate) => set({ action: 'speed', rate }),
    async advance(span) {
      const runs = clock.rate() !== 0
      if (runs) await set({ action: 'pause' })
      const state = await set({ action: 'step', byMs: spanMs(span) })
      return runs ? set({ action: 'resume' }) : state
    },
    jump(to) {
      const where = 'toMs' in to ? { toMs: to.toMs } : { byMs: signedMs(to.by) }
      return set({ action: 'jump', ...where, cut: to.cut ?? false })
    },
    realTime: () => set({ action: 'realtime' }),
    onChange: (listener) => clock.onChange(listener),
  }
}

/** Throws a RangeError that explains the form of a span. */
export function spanMs(span: Span): number {
  const ms = typeof span === 'number' ? span : durationMs(span)
  if (ms === undefined || !(ms > 0))
    throw new RangeError(`'${span}' is no span: write 250ms, 30s, 5m or 1h30m.`)
  return ms
}

/** A span with a sign: '-2d', '+6h'. */
function signedMs(span: Span): number {
  if (typeof span === 'number') return span
  return span.startsWith('-') ? -spanMs(span.slice(1)) : spanMs(span.replace(/^\+/, ''))
}
