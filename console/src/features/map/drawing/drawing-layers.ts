import type { Drawing } from '@backlot/contract/map-drawings/entities'
import type { Feature, FeatureCollection } from 'geojson'
import { REGULAR_FONT } from '../basemap/fonts.ts'
import type { MapProvider } from '../map-provider.ts'
import type { MapTheme } from '../marker-look.ts'
import type { LngLat } from '../mercator.ts'
import type { OwnLayers } from '../own-layers.ts'
import { isClosed, outlineOf } from './shape.ts'

const SOURCE = 'drawings'
const NAMES = 'drawing-names'
/** Layers that a click can hit, topmost first. */
export const DRAWING_LAYERS = ['drawing-point', 'drawing-line', 'drawing-fence', 'drawing-fill'] as const

/** Insides are fainter than the lines around them, so that the map stays readable. */
const FILL_SHARE = 0.4
const TEXT = {
  dark: { 'text-color': '#e2e9f5', 'text-halo-color': '#0c121e' },
  light: { 'text-color': '#262e3c', 'text-halo-color': '#ffffff' },
} as const

/** Kept drawings as layers of the map, in the provider's datum. */
export function drawingLayers(
  drawings: readonly Drawing[],
  { toDisplay }: Pick<MapProvider, 'toDisplay'>,
  theme: MapTheme,
): OwnLayers {
  const shapes: Feature[] = []
  const names: Feature[] = []
  for (const drawing of drawings) {
    const { id, name, type, style, fence } = drawing
    const properties = { id, name, fence: fence !== null, ...style }
    const line = outlineOf(drawing).map((position): [number, number] => [...toDisplay(position)])
    const [first] = line
    if (!first) continue
    shapes.push({
      type: 'Feature',
      properties,
      geometry:
        type === 'point'
          ? { type: 'Point', coordinates: first }
          : isClosed(type)
            ? { type: 'Polygon', coordinates: [[...line, first]] }
            : { type: 'LineString', coordinates: line },
    })
    names.push({ type: 'Feature', properties, geometry: { type: 'Point', coordinates: nameAt(type, line) } })
  }
  const colour = ['get', 'colour'] as ['get', string]
  const lineLayer = (id: string, fence: boolean) => ({
    id,
    type: 'line' as const,
    source: SOURCE,
    filter: ['all', ['!=', ['geometry-type'], 'Point'], ['==', ['get', 'fence'], fence]] as never,
    layout: { 'line-join': 'round' as const, 'line-cap': fence ? ('butt' as const) : ('round' as const) },
    paint: {
      'line-color': colour,
      'line-width': ['get', 'width'] as ['get', string],
      'line-opacity': ['get', 'opacity'] as ['get', string],
      ...(fence ? { 'line-dasharray': [2, 1] } : {}),
    },
  })
  return {
    sources: { [SOURCE]: collection(shapes), [NAMES]: collection(names) },
    layers: [
      {
        id: 'drawing-fill',
        type: 'fill',
        source: SOURCE,
        filter: ['==', ['geometry-type'], 'Polygon'],
        paint: { 'fill-color': colour, 'fill-opacity': ['*', ['get', 'opacity'], FILL_SHARE] },
      },
      lineLayer('drawing-line', false),
      lineLayer('drawing-fence', true),
      {
        id: 'drawing-point',
        type: 'circle',
        source: SOURCE,
        filter: ['==', ['geometry-type'], 'Point'],
        paint: {
          'circle-color': colour,
          'circle-radius': 7,
          'circle-stroke-color': '#ffffff',
          'circle-stroke-width': 2,
        },
      },
      {
        id: 'drawing-name',
        type: 'symbol',
        source: NAMES,
        layout: {
          'text-field': ['get', 'name'],
          'text-font': [REGULAR_FONT],
          'text-size': 12,
          'text-anchor': 'top',
          'text-offset': [0, 0.8],
          'text-max-width': 14,
        },
        paint: { ...TEXT[theme], 'text-halo-width': 1.4 },
      },
    ],
  }
}

/** A name is below the middle of an area or a line, and below a point. */
function nameAt(type: Drawing['type'], line: readonly LngLat[]): [number, number] {
  if (type === 'polyline') return [...(line[Math.floor((line.length - 1) / 2)] as LngLat)]
  const middle = (axis: 0 | 1) => {
    const values = line.map((position) => position[axis])
    return (Math.min(...values) + Math.max(...values)) / 2
  }
  return [middle(0), middle(1)]
}

const collection = (features: Feature[]): FeatureCollection => ({ type: 'FeatureCollection', features })
