import type { Map as LibreMap } from 'maplibre-gl'
import { useEffect, useReducer } from 'react'

/** Renders again while the map moves: elements drawn over it in pixels follow. */
export function useMapMotion(map: LibreMap): void {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    map.on('move', redraw)
    map.on('resize', redraw)
    return () => {
      map.off('move', redraw)
      map.off('resize', redraw)
    }
  }, [map])
}
