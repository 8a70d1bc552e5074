import type { StyleSpecification } from 'maplibre-gl'
import { fontFaces } from './fonts.ts'
import {
  buildingLayers,
  CITY_SOURCE,
  groundLayers,
  HINTERLAND_SOURCE,
  hinterland,
  NAMES_SOURCE,
  railwayLayers,
} from './ground-layers.ts'
import { type LabelLanguage, labelLayers } from './label-layers.ts'
import { DARK, LIGHT } from './palette.ts'
import { roadLayers } from './road-layers.ts'

type BasemapOptions = {
  theme: 'light' | 'dark'
  language: LabelLanguage
  /** Absolute address of the city's vector tiles, with {z}, {x} and {y}. */
  tilesUrl: string
}

/** Zoom of the deepest tiles the simulator cuts; the map enlarges these beyond. */
const TILES_MAX_ZOOM = 16

/** The MapLibre style of the simulator's own city. It has no glyph server: labels are drawn from shipped fonts. */
export function basemapStyle({ theme, language, tilesUrl }: BasemapOptions): StyleSpecification {
  const colours = theme === 'dark' ? DARK : LIGHT
  const tiles = { type: 'vector' as const, tiles: [tilesUrl], minzoom: 0, maxzoom: TILES_MAX_ZOOM }
  return {
    version: 8,
    'font-faces': fontFaces(),
    sources: {
      [HINTERLAND_SOURCE]: hinterland,
      [CITY_SOURCE]: tiles,
      [NAMES_SOURCE]: tiles,
    },
    layers: [
      ...groundLayers(colours),
      ...buildingLayers(colours),
      ...railwayLayers(colours),
      ...roadLayers(colours),
      ...labelLayers(colours, language),
    ],
  }
}
