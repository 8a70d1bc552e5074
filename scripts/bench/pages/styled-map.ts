// Code that the page of the basemap loads with its first map.
import type { Map as LibreMap } from 'maplibre-gl'
import { basemapStyle } from '../../../console/src/features/map/basemap/style.ts'
import { groundDrawn } from '../../../console/src/features/map/ground-drawn.ts'
import { createLibreMap } from '../../../console/src/features/map/libre.ts'

export function makeStyledMap(
  container: HTMLElement,
  center: [number, number],
  zoom: number,
): { map: LibreMap; drawn: Promise<void> } {
  const tilesUrl = `${location.origin}/map/tiles/{z}/{x}/{y}`
  const style = basemapStyle({ theme: 'dark', language: 'en', tilesUrl })
  const map = createLibreMap({ container, style, center, zoom })
  return { map, drawn: groundDrawn(map, Number.POSITIVE_INFINITY) }
}
