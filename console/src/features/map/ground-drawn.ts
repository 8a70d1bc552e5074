import type { Map as LibreMap } from 'maplibre-gl'
import { NAMES_SOURCE } from './basemap/ground-layers.ts'

/** A ground that does not come is not waited for longer. */
const PATIENCE_MS = 1200

/** Whether all tiles of the ground in view are there; its names may still be missing. */
export function isGroundThere(map: LibreMap): boolean {
  const ground = Object.entries(map.style.tileManagers).filter(([id]) => id !== NAMES_SOURCE)
  return ground.length > 0 && ground.every(([, tiles]) => tiles.loaded())
}

/** Resolves when the ground in view has been drawn, or does not come in `patienceMs`. */
export function groundDrawn(map: LibreMap, patienceMs = PATIENCE_MS): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      map.off('render', look)
      resolve()
    }
    const look = () => {
      if (isGroundThere(map)) end()
    }
    const timer = Number.isFinite(patienceMs) ? setTimeout(end, patienceMs) : undefined
    map.on('render', look)
  })
}
