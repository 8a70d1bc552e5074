import type { ExpressionSpecification, GeoJSONSourceSpecification, LayerSpecification } from 'maplibre-gl'
import type { Palette } from './palette.ts'

/** Name of the vector source in the style. */
export const CITY_SOURCE = 'city'
/** The same tiles once more for the names: the ground is drawn without waiting for letters. */
export const NAMES_SOURCE = 'city-names'

/** Name of the source of the land around the city. */
export const HINTERLAND_SOURCE = 'hinterland'

/** West, south, east and north of a stretch without any sea around the city. */
const [WEST, SOUTH, EAST, NORTH] = [112.5, 36.8, 117.4, 42] as const

/** The land around the city without a tile: tiles that have not been loaded yet must not look like water. */
export const hinterland: GeoJSONSourceSpecification = {
  type: 'geojson',
  data: {
    type: 'Polygon',
    coordinates: [
      [
        [WEST, SOUTH],
        [EAST, SOUTH],
        [EAST, NORTH],
        [WEST, NORTH],
        [WEST, SOUTH],
      ],
    ],
  },
}

const from = (layer: string) => ({ source: CITY_SOURCE, 'source-layer': layer })

/** Land, use of the ground, green, water, boundaries and railways: everything under roads. */
export function groundLayers(c: Palette): LayerSpecification[] {
  return [
    { id: 'sea', type: 'background', paint: { 'background-color': c.sea } },
    { id: 'hinterland', type: 'fill', source: HINTERLAND_SOURCE, paint: { 'fill-color': c.land } },
    { id: 'land', type: 'fill', ...from('land'), paint: { 'fill-color': c.land, 'fill-antialias': true } },
    {
      id: 'farmland',
      type: 'fill',
      ...from('landuse'),
      minzoom: 11,
      filter: ['==', ['get', 'kind'], 'farmland'],
      paint: {
        'fill-color': c.farmland,
        'fill-opacity': ['interpolate', ['linear'], ['zoom'], 11, 0, 12.5, 1],
        'fill-outline-color': ['interpolate', ['linear'], ['zoom'], 12.5, c.farmland, 14, c.land],
      },
    },
    {
      id: 'forest',
      type: 'fill',
      ...from('green'),
      filter: ['==', ['get', 'kind'], 'forest'],
      paint: { 'fill-color': c.forest },
    },
    {
      id: 'landuse',
      type: 'fill',
      ...from('landuse'),
      filter: ['!=', ['get', 'kind'], 'farmland'],
      paint: {
        'fill-color': [
          'interpolate',
          ['linear'],
          ['zoom'],
          10.5,
          landuse(c, c.urban),
          13,
          landuse(c, c.residential),
        ],
        'fill-antialias': false,
      },
    },
    {
      id: 'green',
      type: 'fill',
      ...from('green'),
      filter: ['!=', ['get', 'kind'], 'forest'],
      paint: {
        'fill-color': ['match', ['get', 'kind'], 'grove', c.forest, 'garden', c.garden, c.park],
        'fill-antialias': true,
      },
    },
    {
      id: 'water',
      type: 'fill',
      minzoom: 8.7,
      ...from('water'),
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: { 'fill-color': c.water },
    },
    {
      id: 'water-edge',
      type: 'line',
      ...from('water'),
      minzoom: 13,
      filter: ['==', ['geometry-type'], 'Polygon'],
      paint: {
        'line-color': c.waterEdge,
        'line-width': ['interpolate', ['linear'], ['zoom'], 13, 0.5, 17, 1.6],
      },
    },
    {
      id: 'boundary',
      type: 'line',
      ...from('districts'),
      maxzoom: 15,
      filter: ['==', ['get', 'kind'], 'boundary'],
      paint: {
        'line-color': c.boundary,
        'line-width': ['interpolate', ['linear'], ['zoom'], 8, 0.6, 13, 1.6],
        'line-dasharray': [4, 2, 1, 2],
        'line-opacity': ['interpolate', ['linear'], ['zoom'], 8, 0.35, 10, 0.75, 13.5, 0.6, 15, 0],
      },
    },
  ]
}

function landuse(c: Palette, housing: string): ExpressionSpecification {
  return [
    'match',
    ['get', 'kind'],
    'commercial',
    c.commercial,
    'industrial',
    c.industrial,
    'campus',
    c.campus,
    'worksite',
    c.worksite,
    housing,
  ]
}

/** Flat buildings tinted by height, with a shadow that grows with it. */
export function buildingLayers(c: Palette): LayerSpecification[] {
  const height: ExpressionSpecification = ['get', 'height']
  const shadow = (id: string, low: number, high: number, px: number): LayerSpecification => ({
    id,
    type: 'fill',
    ...from('buildings'),
    minzoom: 15,
    filter: ['all', ['>=', height, low], ['<', height, high]],
    paint: {
      'fill-color': c.buildingShadow,
      'fill-opacity': ['interpolate', ['linear'], ['zoom'], 15, 0, 16, 0.55],
      'fill-translate': [
        'interpolate',
        ['linear'],
        ['zoom'],
        15,
        ['literal', [px * 0.3, px * 0.3]],
        18,
        ['literal', [px * 1.6, px * 1.6]],
      ],
      'fill-antialias': false,
    },
  })
  return [
    shadow('building-shadow-low', 0, 14, 0.8),
    shadow('building-shadow-mid', 14, 45, 1.8),
    shadow('building-shadow-high', 45, 1000, 3.2),
    {
      id: 'building',
      type: 'fill',
      ...from('buildings'),
      minzoom: 13,
      paint: {
        'fill-color': [
          'interpolate',
          ['linear'],
          height,
          4,
          c.buildingLow,
          25,
          c.buildingMid,
          110,
          c.buildingHigh,
        ],
        'fill-opacity': ['interpolate', ['linear'], ['zoom'], 13, 0, 14, 0.85, 15.5, 1],
        'fill-outline-color': c.buildingOutline,
      },
    },
  ]
}

export function railwayLayers(c: Palette): LayerSpecification[] {
  return [
    {
      id: 'rail',
      type: 'line',
      minzoom: 8.7,
      ...from('railways'),
      paint: {
        'line-color': c.rail,
        'line-width': ['interpolate', ['exponential', 1.5], ['zoom'], 8, 0.6, 12, 1.4, 15, 3, 18, 8],
        'line-opacity': ['interpolate', ['linear'], ['zoom'], 8, 0.6, 11, 1],
      },
    },
    {
      id: 'rail-ties',
      type: 'line',
      ...from('railways'),
      minzoom: 11,
      paint: {
        'line-color': c.railTie,
        'line-width': ['interpolate', ['exponential', 1.5], ['zoom'], 11, 0.5, 12, 0.8, 15, 1.8, 18, 6],
        'line-dasharray': [6, 6],
      },
    },
  ]
}
