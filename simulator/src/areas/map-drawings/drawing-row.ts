import { Drawing, isArea } from '@backlot/contract/map-drawings/entities'
import type { WatchedFence } from './fence-repository.ts'
import type { FenceShape } from './fence-shape.ts'
import type { mapDrawings } from './tables.ts'

export type DrawingRow = typeof mapDrawings.$inferSelect

/** The drawing of a row, with its middle. */
export function drawingOf(row: DrawingRow): Drawing {
  const { points } = row
  const middle = (axis: 0 | 1) => {
    const values = points.map((point) => point[axis])
    return (Math.min(...values) + Math.max(...values)) / 2
  }
  return Drawing.parse({
    id: row.id,
    name: row.name,
    type: row.type,
    points,
    radius: row.radius,
    zoom: row.zoom,
    mapType: row.mapType,
    style: row.style,
    fence: row.fence,
    longitude: middle(0),
    latitude: middle(1),
  })
}

/** Fence to watch for a row; undefined when it is no fence or its fence is disabled. */
export function watchedFence(row: DrawingRow): WatchedFence | undefined {
  const { id, name, type, points, radius, fence } = drawingOf(row)
  if (!fence?.active || !isArea(type)) return undefined
  return {
    id,
    ownerId: row.userId,
    name,
    shape: { type: type as FenceShape['type'], points, radius },
    fence,
  }
}
