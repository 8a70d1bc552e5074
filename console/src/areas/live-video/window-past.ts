import { DAY_MS, dayStart, HOUR_MS } from '@backlot/contract/time'
import { RecordedMoment } from '../../features/player/recorded-moment.ts'
import type { Span } from '../../features/timeline/span.ts'
import { lengthText } from '../../features/timeline/timeline-view.ts'
import { changeWindow, type WindowGrid, type WindowPast } from './window-grid.ts'

/** How far back a live window's timeline reaches. */
export const BACK_MS = 6 * HOUR_MS
/** Length of the instant replay. */
export const INSTANT_MS = 30_000
/** A recording this near to now is shown live. */
const LIVE_MS = 1000

/** Span of a playback: what the timeline reaches, and what is recorded meanwhile (no further than the day's end: stated). */
function playedSpan(nowMs: number, zoneMinutes: number): Span {
  const dayEndMs = dayStart(nowMs, zoneMinutes) + DAY_MS
  return { fromMs: nowMs - BACK_MS, toMs: Math.min(nowMs + BACK_MS, dayEndMs) }
}

/** A window goes back to a moment, and plays from there; live if the moment is now. Paused recordings stay paused. */
export function goBack(
  grid: WindowGrid,
  id: number,
  atMs: number,
  now: { ms: number; zoneMinutes: number },
): WindowGrid {
  const one = grid.windows[id]
  if (!one?.place) return grid
  if (atMs >= now.ms - LIVE_MS) return goLive(grid, id)
  const { past } = one
  if (past && atMs < past.moment.span.toMs) {
    if (past.instant) past.moment.play()
    past.moment.seek(atMs)
    return past.instant ? changeWindow(grid, id, { past: { ...past, instant: undefined } }) : grid
  }
  const moment = new RecordedMoment(playedSpan(now.ms, now.zoneMinutes), atMs)
  return changeWindow(grid, id, { paused: false, past: { moment, instant: undefined } })
}

/** A window plays its last 30 seconds, from when their first picture is there, and goes live again. */
export function goInstant(
  grid: WindowGrid,
  id: number,
  now: { ms: number; zoneMinutes: number },
): WindowGrid {
  if (!grid.windows[id]?.place) return grid
  const instant = { fromMs: now.ms - INSTANT_MS, toMs: now.ms }
  const moment = new RecordedMoment(
    playedSpan(now.ms, now.zoneMinutes),
    instant.fromMs,
    () => performance.now(),
    false,
  )
  return changeWindow(grid, id, { paused: false, past: { moment, instant } })
}

export function goLive(grid: WindowGrid, id: number): WindowGrid {
  return grid.windows[id]?.past ? changeWindow(grid, id, { past: undefined }) : grid
}

/** Every window is live: nobody takes a wall that is opened again for anything else. */
export function allLive(grid: WindowGrid): WindowGrid {
  if (grid.windows.every(({ past }) => !past)) return grid
  return { ...grid, windows: grid.windows.map((one) => ({ ...one, past: undefined })) }
}

/** What is next for a window in the past: it has reached the present, or the end of what its playback may reach. */
export function nextOf(past: WindowPast, nowMs: number): 'live' | 'onward' | undefined {
  const atMs = past.moment.positionMs()
  if (past.instant && atMs >= past.instant.toMs) return 'live'
  if (atMs >= nowMs - LIVE_MS) return 'live'
  return atMs >= past.moment.span.toMs ? 'onward' : undefined
}

/** How far a moment is behind now: `−0:27`. */
export const behindText = (atMs: number, nowMs: number): string => `−${lengthText(nowMs - atMs)}`
