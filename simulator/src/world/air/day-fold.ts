/**
 * Quantities with memory (a battery's charge, water in the soil): a fold over the days before a day's start gives the
 * day's opening value, a fold from there the value at a moment. Random access costs one window and one day at most,
 * and equals stepping the same grid by hand.
 */
import { DAY_MS, dayStart, HOUR_MS } from '@backlot/contract/time'

export type DayFold<State> = {
  /** Grid of the fold; an hour is a whole number of steps. */
  stepMs: number
  /** Days folded before the anchor: long enough for the opening guess to be forgotten. */
  windowDays: number
  /** Guess at the start of the window. */
  initial: State
  /** The state `ms` after `state`, which held at `fromMs`; `ms` is at most one step. */
  step(state: State, fromMs: number, ms: number): State
}

/**
 * The state at a moment. `openings` remembers states by the start of their day, and of its hours that were needed:
 * moments in order cost the steps between them. It may be emptied at any time.
 */
export function foldAt<State>(fold: DayFold<State>, epochMs: number, openings: Map<number, State>): State {
  const anchorMs = dayStart(epochMs)
  const hourMs = epochMs - ((epochMs - anchorMs) % HOUR_MS)
  let knownMs = hourMs
  while (knownMs > anchorMs && !openings.has(knownMs)) knownMs -= HOUR_MS
  let state = openings.get(knownMs)
  if (state === undefined) {
    state = foldFrom(fold, fold.initial, anchorMs - fold.windowDays * DAY_MS, anchorMs)
    openings.set(anchorMs, state)
  }
  if (knownMs < hourMs) {
    state = foldFrom(fold, state, knownMs, hourMs)
    openings.set(hourMs, state)
  }
  return foldFrom(fold, state, hourMs, epochMs)
}

/** Steps a state from one moment to another on the fold's grid. */
function foldFrom<State>(fold: DayFold<State>, state: State, fromMs: number, toMs: number): State {
  let now = state
  let at = fromMs
  while (at + fold.stepMs <= toMs) {
    now = fold.step(now, at, fold.stepMs)
    at += fold.stepMs
  }
  return at < toMs ? fold.step(now, at, toMs - at) : now
}

/** Drops cached values of keys from a moment on: the world after it has changed. */
export function forgetFrom(remembered: Map<number, unknown>, fromKey: number): void {
  for (const key of remembered.keys()) if (key >= fromKey) remembered.delete(key)
}
