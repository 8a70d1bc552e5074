import type { Map as LibreMap } from 'maplibre-gl'
import { NAMES_SOURCE } from './basemap/ground-layers.ts'

/** Whether all tiles of the ground in view are there; its names may still be missing. */
export function isGroundThere(map: LibreMap): boolean {
  const ground = Object.entries(map.style.tileManagers).filter(([id]) => id !== NAMES_SOURCE)
  return ground.length > 0 && ground.every(([, tiles]) => tiles.loaded())
}
