import { z } from 'zod'
import { create } from 'zustand'
import { noteProblem } from '../../platform/diagnostics.ts'
import { emptyGrid, isLayout, type WallWindow, type WindowGrid } from './window-grid.ts'

const STORED_KEY = 'realTimeWall'

const StoredWindow = z.object({
  id: z.number().int().min(0).max(15),
  place: z.object({ sn: z.string(), chnId: z.number().int(), name: z.string() }).optional(),
  paused: z.boolean(),
  streamType: z.enum(['main', 'sub']),
  ratio: z.union([z.literal(0), z.literal(1), z.literal(2)]),
})
const Stored = z.object({
  layout: z.number().refine(isLayout),
  selected: z.number().int().min(0).max(15),
  windows: z.array(StoredWindow),
})

/** What the windows show, kept for the next visit. */
export const useWall = create<{ grid: WindowGrid }>(() => ({ grid: readStored() }))

export const grid = (): WindowGrid => useWall.getState().grid

/** Changes the wall by one of the grid's functions. */
export function changeWall(change: (before: WindowGrid) => WindowGrid): void {
  useWall.setState(({ grid: before }) => {
    const after = change(before)
    if (after !== before) store(after)
    return { grid: after }
  })
}

function store({ layout, selected, windows }: WindowGrid): void {
  const kept = windows.map(({ id, place, paused, streamType, ratio }) => ({
    id,
    place,
    paused,
    streamType,
    ratio,
  }))
  localStorage.setItem(STORED_KEY, JSON.stringify({ layout, selected, windows: kept }))
}

function readStored(): WindowGrid {
  const text = typeof localStorage === 'undefined' ? null : localStorage.getItem(STORED_KEY)
  const fresh = emptyGrid()
  if (text === null) return fresh
  try {
    const { layout, selected, windows } = Stored.parse(JSON.parse(text))
    const known = new Map(windows.map((one) => [one.id, one]))
    const restored = fresh.windows.map((one): WallWindow => ({ ...one, ...known.get(one.id) }))
    return { ...fresh, layout, selected: Math.min(selected, layout - 1), windows: restored }
  } catch (error) {
    noteProblem('live video', `stored windows unreadable: ${String(error)}`)
    return fresh
  }
}
