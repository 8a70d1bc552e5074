import { LIMITS } from '@backlot/contract/limits'
import type { StreamType } from '@backlot/contract/live-video/calls'
import { type PictureLook, PLAIN_LOOK } from '../../features/player/picture-look.ts'
import type { RecordedMoment } from '../../features/player/recorded-moment.ts'
import type { Span } from '../../features/timeline/span.ts'

/** Layouts of the wall (stated). */
export const LAYOUTS = LIMITS.windowLayouts
export type Layout = (typeof LAYOUTS)[number]

/** A channel as a window shows it; the name is for the time until the tree is there. */
export type Place = { sn: string; chnId: number; name: string }

/** auto: the main stream while the window is the only one in sight, else the sub-stream. */
type StreamWish = 'auto' | StreamType

/** What a window shows instead of the live picture. */
export type WindowPast = {
  moment: RecordedMoment
  /** Set for an instant replay: from when to when it plays, before the window goes live again. */
  instant: Span | undefined
}

export type WallWindow = {
  id: number
  place: Place | undefined
  /** Paused: the stream is released, the channel kept. */
  paused: boolean
  muted: boolean
  streamType: StreamWish
  /** 0 fill, 1 is 4:3, 2 is 16:9. */
  ratio: 0 | 1 | 2
  diagnosis: boolean
  look: PictureLook
  /** Set while the window shows recordings instead of the live picture. */
  past: WindowPast | undefined
}

/** The wall: sixteen windows of which the layout shows the first ones. Exactly one is selected. */
export type WindowGrid = {
  layout: Layout
  selected: number
  /** The window that a double click made the only one. */
  maximised: number | undefined
  /** The timeline of the selected window is below the wall. */
  timeline: boolean
  windows: readonly WallWindow[]
}

export function isLayout(value: number): value is Layout {
  return (LAYOUTS as readonly number[]).includes(value)
}

function emptyWindow(id: number, ratio: WallWindow['ratio'] = 2): WallWindow {
  return {
    id,
    place: undefined,
    paused: false,
    muted: true,
    streamType: 'auto',
    ratio,
    diagnosis: false,
    look: PLAIN_LOOK,
    past: undefined,
  }
}

export function emptyGrid(layout: Layout = 4): WindowGrid {
  const windows = Array.from({ length: LIMITS.videoWindows }, (_, id) => emptyWindow(id))
  return { layout, selected: 0, maximised: undefined, timeline: false, windows }
}

/** Windows that the layout has room for. */
export function shownWindows(grid: WindowGrid): readonly WallWindow[] {
  return grid.windows.slice(0, grid.layout)
}

export function changeWindow(
  grid: WindowGrid,
  id: number,
  change: Partial<Omit<WallWindow, 'id'>>,
): WindowGrid {
  return { ...grid, windows: grid.windows.map((one) => (one.id === id ? { ...one, ...change } : one)) }
}

/** Windows beyond a smaller layout keep their channel and are played again when there is room. */
export function setLayout(grid: WindowGrid, layout: Layout): WindowGrid {
  const selected = grid.selected < layout ? grid.selected : 0
  return { ...grid, layout, selected, maximised: undefined }
}

/** Selects a window; the others are deselected. */
export function selectWindow(grid: WindowGrid, id: number): WindowGrid {
  return id < grid.layout && id !== grid.selected ? { ...grid, selected: id } : grid
}

/** Makes a window the only one, or brings the layout back. */
export function toggleMaximised(grid: WindowGrid, id: number): WindowGrid {
  return { ...grid, selected: id, maximised: grid.maximised === undefined ? id : undefined }
}

/** Shows or hides the timeline of the selected window. */
export function toggleTimeline(grid: WindowGrid): WindowGrid {
  return { ...grid, timeline: !grid.timeline }
}

/** Puts a channel into a window and selects it. A channel that another window shows moves over. */
export function openIn(grid: WindowGrid, id: number, place: Place): WindowGrid {
  const windows = grid.windows.map((one) => {
    if (one.id === id)
      return { ...one, place, paused: false, past: undefined, look: isAt(one, place) ? one.look : PLAIN_LOOK }
    return isAt(one, place) ? emptyWindow(one.id, one.ratio) : one
  })
  const layout = id < grid.layout ? grid.layout : roomFor(id + 1)
  const maximised = grid.maximised === undefined ? undefined : id
  return { ...grid, layout, maximised, selected: id, windows }
}

/**
 * Opens a channel in the selected window when it is free, else in the next free one, else in the selected one. A window
 * that shows the channel already is selected (and played again when it was paused).
 */
export function openNext(grid: WindowGrid, place: Place): WindowGrid {
  const there = shownWindows(grid).find((one) => isAt(one, place))
  if (there) return selectWindow(openIn(grid, there.id, place), there.id)
  return openIn(grid, nextFree(grid) ?? grid.selected, place)
}

/**
 * Opens several channels, at most sixteen: in free windows from the selected one on; a layout too small for them grows.
 */
export function openMany(grid: WindowGrid, places: readonly Place[]): WindowGrid {
  const chosen = places.slice(0, LIMITS.videoWindows)
  if (chosen.length === 1) return openNext(grid, chosen[0]!)
  const kept = grid.windows.filter((one) => one.place && !chosen.some((place) => isAt(one, place)))
  const needed = Math.min(
    LIMITS.videoWindows,
    kept.filter((one) => one.id < grid.layout).length + chosen.length,
  )
  let next: WindowGrid = { ...grid, maximised: undefined }
  if (needed > grid.layout) next = setLayout(next, roomFor(needed))
  const busy = new Set<number>()
  for (const place of chosen) {
    const there = shownWindows(next).find((one) => isAt(one, place))
    const free = shownWindows(next).find((one) => !one.place && !busy.has(one.id))
    const taken = shownWindows(next).find((one) => !busy.has(one.id))
    const into = there ?? free ?? taken
    if (!into) break
    busy.add(into.id)
    next = openIn(next, into.id, place)
  }
  return { ...next, selected: Math.min(...busy) }
}

/** Shows these channels and nothing else, at most sixteen, in a layout with a window for each. */
export function openOnly(grid: WindowGrid, places: readonly Place[]): WindowGrid {
  const windows = grid.windows.map(({ id, ratio }) => ({ ...emptyWindow(id, ratio), place: places[id] }))
  return { ...setLayout(grid, roomFor(places.length)), selected: 0, windows }
}

/** Ends a window: name, channel and state are cleared. */
export function closeWindow(grid: WindowGrid, id: number): WindowGrid {
  const windows = grid.windows.map((one) => (one.id === id ? emptyWindow(id, one.ratio) : one))
  return { ...grid, windows }
}

/** 0 pauses every playing stream, 1 stops and clears all, 2 resumes (stated). */
export function stopAll(grid: WindowGrid, mode: 0 | 1 | 2): WindowGrid {
  if (mode === 1) {
    return {
      ...grid,
      maximised: undefined,
      windows: grid.windows.map((one) => emptyWindow(one.id, one.ratio)),
    }
  }
  const windows = grid.windows.map((one) =>
    one.place ? { ...one, paused: mode === 0, past: mode === 0 ? undefined : one.past } : one,
  )
  return { ...grid, windows }
}

/** The aspect of every window at once. */
export function setRatio(grid: WindowGrid, ratio: WallWindow['ratio']): WindowGrid {
  return { ...grid, windows: grid.windows.map((one) => ({ ...one, ratio })) }
}

/** Puts the channels of two windows in each other's place. The first one stays selected and, where it was, maximised. */
export function swapWindows(grid: WindowGrid, a: number, b: number): WindowGrid {
  if (a === b || a >= grid.layout || b >= grid.layout) return grid
  const [one, other] = [grid.windows[a]!, grid.windows[b]!]
  const windows = grid.windows.map((window) =>
    window.id === a ? { ...other, id: a } : window.id === b ? { ...one, id: b } : window,
  )
  const maximised = grid.maximised === undefined ? undefined : b
  return { ...grid, windows, selected: b, maximised }
}

/** The smallest layout with this many windows. */
export function roomFor(count: number): Layout {
  return LAYOUTS.find((layout) => layout >= count) ?? 16
}

/** The window beside one, in reading order, as arrow keys go. */
export function neighbour(grid: WindowGrid, by: 1 | -1): number {
  return (grid.selected + by + grid.layout) % grid.layout
}

function nextFree(grid: WindowGrid): number | undefined {
  for (let step = 0; step < grid.layout; step++) {
    const id = (grid.selected + step) % grid.layout
    if (!grid.windows[id]!.place) return id
  }
  return undefined
}

function isAt(one: WallWindow, place: Place): boolean {
  return one.place?.sn === place.sn && one.place.chnId === place.chnId
}
