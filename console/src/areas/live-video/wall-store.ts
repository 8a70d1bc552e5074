import { createContext, useContext } from 'react'
import { z } from 'zod'
import { create, type StoreApi, type UseBoundStore } from 'zustand'
import { isSecondWindow } from '../../features/second-window.ts'
import { noteProblem } from '../../platform/diagnostics.ts'
import { WallRecordings } from './wall-recordings.ts'
import { emptyGrid, isLayout, type WallWindow, type WindowGrid } from './window-grid.ts'

/** A wall of windows: their content, and its changes. There is the screen's, and the popup's. */
export type Wall = {
  use: UseBoundStore<StoreApi<{ grid: WindowGrid }>>
  grid(): WindowGrid
  /** Recordings in progress. */
  recordings: WallRecordings
  /** Changes the wall by one of the grid's functions. */
  change(change: (before: WindowGrid) => WindowGrid): void
}

const StoredWindow = z.object({
  id: z.number().int().min(0).max(15),
  place: z.object({ sn: z.string(), chnId: z.number().int(), name: z.string() }).optional(),
  paused: z.boolean(),
  streamType: z.enum(['auto', 'main', 'sub']),
  ratio: z.union([z.literal(0), z.literal(1), z.literal(2)]),
})
const Stored = z.object({
  layout: z.number().refine(isLayout),
  selected: z.number().int().min(0).max(15),
  timeline: z.boolean().default(false),
  windows: z.array(StoredWindow),
})

/** A wall; with a key it is kept in this browser for the next visit. */
export function createWall(storedKey?: string): Wall {
  const use = create<{ grid: WindowGrid }>(() => ({
    grid: storedKey === undefined ? emptyGrid() : readStored(storedKey),
  }))
  return {
    use,
    grid: () => use.getState().grid,
    recordings: new WallRecordings(),
    change(change) {
      use.setState(({ grid: before }) => {
        const after = change(before)
        if (after !== before && storedKey !== undefined) store(storedKey, after)
        return { grid: after }
      })
    },
  }
}

/** The wall of the screen, as it was left; a second window has its own. */
export const screenWall = createWall(isSecondWindow ? 'secondWall' : 'realTimeWall')

const WallContext = createContext<Wall>(screenWall)
export const WallProvider = WallContext.Provider

/** The wall that a window is part of. */
export function useThisWall(): Wall {
  return useContext(WallContext)
}

function store(key: string, { layout, selected, timeline, windows }: WindowGrid): void {
  const kept = windows.map(({ id, place, paused, streamType, ratio }) => ({
    id,
    place,
    paused,
    streamType,
    ratio,
  }))
  localStorage.setItem(key, JSON.stringify({ layout, selected, timeline, windows: kept }))
}

function readStored(key: string): WindowGrid {
  const text = typeof localStorage === 'undefined' ? null : localStorage.getItem(key)
  const fresh = emptyGrid()
  if (text === null) return fresh
  try {
    const { layout, selected, timeline, windows } = Stored.parse(JSON.parse(text))
    const known = new Map(windows.map((one) => [one.id, one]))
    const restored = fresh.windows.map((one): WallWindow => ({ ...one, ...known.get(one.id) }))
    return { ...fresh, layout, timeline, selected: Math.min(selected, layout - 1), windows: restored }
  } catch (error) {
    noteProblem('live video', `stored windows unreadable: ${String(error)}`)
    return fresh
  }
}
