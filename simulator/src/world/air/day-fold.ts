/**
 * Quantities with memory (a battery's charge, water in the soil): a fold over the days before a day's start gives the
 * day's opening value, a fold from there the value at a moment. Random access costs one window and one day at most,
 * and equals stepping the same grid by hand.
 */
import { DAY_MS, dayStart } from '@backlot/contract/time'

export type DayFold<State> = {
  /** Grid of the fold; a day is a whole number of steps. */
  stepMs: number
  /** Days folded before the anchor: long enough for the opening guess to be forgotten. */
  windowDays: number
  /** Guess at the start of the window. */
  initial: State
  /** The state `ms` after `state`, which held at `fromMs`; `ms` is at most one step. */
  step(state: State, fromMs: number, ms: number): State
}

/** The state at a moment. `openings` remembers the opening state by day start, and may be emptied at any time. */
export function foldAt<State>(fold: DayFold<State>, epochMs: number, openings: Map<number, State>): State {
  const anchorMs = dayStart(epochMs)
  let state = openings.get(anchorMs)
  if (state === undefined) {
    state = foldFrom(fold, fold.initial, anchorMs - fold.windowDays * DAY_MS, anchorMs)
    openings.set(anchorMs, state)
  }
  return foldFrom(fold, state, anchorMs, epochMs)
}

/** Steps a state from one moment to another on the fold's grid. */
export function foldFrom<State>(fold: DayFold<State>, state: State, fromMs: number, toMs: number): State {
  let now = state
  let at = fromMs
  while (at + fold.stepMs <= toMs) {
    now = fold.step(now, at, fold.stepMs)
    at += fold.stepMs
  }
  return at < toMs ? fold.step(now, at, toMs - at) : now
}

/** Drops what is remembered of keys from a moment on: the world after it is another one now. */
export function forgetFrom(remembered: Map<number, unknown>, fromKey: number): void {
  for (const key of remembered.keys()) if (key >= fromKey) remembered.delete(key)
}
