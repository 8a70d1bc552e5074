import { fromCivil, HOUR_MS } from '@backlot/contract/time'
import { expect, it } from 'vitest'
import { emptyGrid, openNext, stopAll, swapWindows, type WindowGrid } from './window-grid.ts'
import { allLive, BACK_MS, behindText, goBack, goInstant, goLive, INSTANT_MS, nextOf } from './window-past.ts'

const ZONE = 480
const NOON = fromCivil(2026, 9, 15, 12)
const now = { ms: NOON, zoneMinutes: ZONE }
const wall = (): WindowGrid => openNext(emptyGrid(4), { sn: 'CAM1', chnId: 1, name: 'Gate' })
const pastOf = (grid: WindowGrid, id = 0) => grid.windows[id]!.past

it('an instant replay waits at 30 seconds ago, and ends where it was asked for', () => {
  const past = pastOf(goInstant(wall(), 0, now))!
  expect(past.moment.positionMs()).toBe(NOON - INSTANT_MS)
  expect(past.moment.isRunning()).toBe(false)
  expect(nextOf(past, NOON + 5000)).toBeUndefined()
  past.moment.seek(NOON)
  expect(nextOf(past, NOON + INSTANT_MS)).toBe('live')
})

it('a window goes back to a moment, on to others with the same playback, and live at now', () => {
  const back = goBack(wall(), 0, NOON - HOUR_MS, now)
  const past = pastOf(back)!
  expect(past.moment.positionMs()).toBeGreaterThanOrEqual(NOON - HOUR_MS)
  expect(nextOf(past, NOON)).toBeUndefined()
  past.moment.pause()
  const further = goBack(back, 0, NOON - 2 * HOUR_MS, now)
  expect(pastOf(further)!.moment).toBe(past.moment)
  expect(past.moment.positionMs()).toBe(NOON - 2 * HOUR_MS)
  expect(past.moment.isRunning()).toBe(false)
  expect(pastOf(goBack(further, 0, NOON, now))).toBeUndefined()
  expect(pastOf(goLive(further, 0))).toBeUndefined()
  expect(goLive(wall(), 0).windows[0]!.place).toBeDefined()
})

it('going to a moment of an instant replay makes it a replay that does not end by itself', () => {
  const instant = goInstant(wall(), 0, now)
  const past = pastOf(goBack(instant, 0, NOON - 20_000, now))!
  expect(past.instant).toBeUndefined()
  expect(past.moment).toBe(pastOf(instant)!.moment)
})

it('an empty window has no past', () => {
  expect(pastOf(goInstant(wall(), 1, now), 1)).toBeUndefined()
  expect(pastOf(goBack(wall(), 1, NOON - HOUR_MS, now), 1)).toBeUndefined()
})

it('no playback is asked for beyond the day, and goes on with another one after midnight', () => {
  const late = { ms: NOON + 11 * HOUR_MS, zoneMinutes: ZONE }
  const past = pastOf(goBack(wall(), 0, late.ms - 60_000, late))!
  const midnight = NOON + 12 * HOUR_MS
  expect(past.moment.span).toEqual({ fromMs: late.ms - BACK_MS, toMs: midnight })
  past.moment.seek(midnight)
  expect(nextOf(past, midnight + 60_000)).toBe('onward')
  const on = pastOf(
    goBack({ ...wall(), windows: [{ ...wall().windows[0]!, past }] }, 0, midnight, {
      ms: midnight + 60_000,
      zoneMinutes: ZONE,
    }),
  )!
  expect(on.moment).not.toBe(past.moment)
  expect(on.moment.span.toMs).toBeGreaterThan(midnight)
})

it('the past moves with its channel, and ends when the window is paused or shows another channel', () => {
  const back = goBack(wall(), 0, NOON - HOUR_MS, now)
  const swapped = swapWindows(back, 0, 2)
  expect(pastOf(swapped, 2)).toBe(pastOf(back))
  expect(pastOf(swapped, 0)).toBeUndefined()
  expect(pastOf(stopAll(back, 0))).toBeUndefined()
  expect(pastOf(allLive(back))).toBeUndefined()
  expect(allLive(back).windows[0]!.place).toEqual(back.windows[0]!.place)
  const full = { ...back, layout: 1 as const }
  expect(pastOf(openNext(full, { sn: 'CAM2', chnId: 1, name: 'Yard' }))).toBeUndefined()
})

it('says how far behind a moment is', () => {
  expect(behindText(NOON - 27_000, NOON)).toBe('−0:27')
  expect(behindText(NOON - HOUR_MS - 62_000, NOON)).toBe('−1:01:02')
})
