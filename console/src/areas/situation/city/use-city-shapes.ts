import { useEffect, useMemo, useState } from 'react'
import { noteProblem } from '../../../platform/diagnostics.ts'
import { type CityPlane, type CityView, tilesFor } from './city-view.ts'
import { loadTiles, type TileShape } from './load-tiles.ts'

const TILES_MOST = 72
const TILE_ZOOM_MAX = 13
/** Interval of retrying tiles that could not be loaded. */
const TILES_AGAIN_MS = 20_000

/** The plan's shapes; loaded again until all are there. */
export function useCityShapes(plane: CityPlane | undefined, view: CityView | undefined) {
  const [shapes, setShapes] = useState<readonly TileShape[]>([])
  const tiles = useMemo(
    () => (plane && view ? tilesFor(plane, view, TILES_MOST, TILE_ZOOM_MAX) : []),
    [plane, view],
  )
  const key = tiles.map(({ z, x, y }) => `${z}/${x}/${y}`).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names the tiles
  useEffect(() => {
    if (!plane || tiles.length === 0) return
    const abort = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const load = async () => {
      const loaded = await loadTiles(plane, tiles, abort.signal)
      setShapes(loaded.shapes)
      if (loaded.failed > 0) timer = setTimeout(start, TILES_AGAIN_MS)
    }
    const start = () =>
      void load().catch((error: unknown) => {
        if (!abort.signal.aborted) noteProblem('big screen tiles', String(error))
      })
    start()
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
  }, [plane, key])
  return shapes
}
