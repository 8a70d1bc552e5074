import type { Map as LibreMap } from 'maplibre-gl'
import { DRAWING_LAYERS } from './drawing-layers.ts'

/** Lines are hit within this many pixels. */
const NEAR_PX = 4

/** The id of the drawing under a point of the map's canvas; undefined when there is none. */
export function hitDrawing(map: LibreMap, { x, y }: { x: number; y: number }): number | undefined {
  const layers = DRAWING_LAYERS.filter((id) => map.getLayer(id))
  if (layers.length === 0) return undefined
  const [hit] = map.queryRenderedFeatures(
    [
      [x - NEAR_PX, y - NEAR_PX],
      [x + NEAR_PX, y + NEAR_PX],
    ],
    { layers },
  )
  const id: unknown = hit?.properties['id']
  return typeof id === 'number' ? id : undefined
}
