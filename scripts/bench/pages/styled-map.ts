// Code that the page of the basemap loads with its first map.
import type { Map as LibreMap } from 'maplibre-gl'
import { basemapStyle } from '../../../console/src/parts/map/basemap/style.ts'
import { createLibreMap } from '../../../console/src/parts/map/libre.ts'

export function makeStyledMap(container: HTMLElement, center: [number, number], zoom: number): LibreMap {
  const tilesUrl = `${location.origin}/map/tiles/{z}/{x}/{y}`
  const style = basemapStyle({ theme: 'dark', language: 'en', tilesUrl })
  return createLibreMap({ container, style, center, zoom })
}
