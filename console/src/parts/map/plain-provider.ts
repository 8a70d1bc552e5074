import type { Feature, LineString } from 'geojson'
import type { StyleSpecification } from 'maplibre-gl'
import { datumParts, type MapProvider } from './map-provider.ts'
import type { MapTheme } from './marker-look.ts'

const COLOURS = {
  dark: { sea: '#0c1521', land: '#16202e', shore: '#2b3b52', grid: '#22304a', text: '#6f809b' },
  light: { sea: '#dbe7f3', land: '#f6f5f1', shore: '#b9c5d3', grid: '#ccd6e2', text: '#6b7a8f' },
} as const

/** Spacing of the graticule in degrees and the zooms at which it shows. */
const GRIDS = [
  { step: 10, from: 0, to: 24 },
  { step: 1, from: 6.5, to: 24 },
] as const

/** No map service at all: the land's outline, a graticule and coordinates. */
export function plainProvider(): MapProvider {
  return {
    id: 'none',
    ...datumParts('WGS-84'),
    tileAddress: () => undefined,
    style: plainStyle,
    attribution: 'Natural Earth',
    minZoom: 1,
    maxZoom: 19,
  }
}

async function plainStyle(theme: MapTheme): Promise<StyleSpecification> {
  const [{ default: world }, { feature }] = await Promise.all([
    import('world-atlas/land-110m.json'),
    import('topojson-client'),
  ])
  // The compiler reads every string of a JSON file as `string`, where the format names its kinds.
  const topology = world as unknown as Parameters<typeof feature>[0]
  const land = feature(topology, topology.objects['land'] as Parameters<typeof feature>[1])
  const c = COLOURS[theme]
  return {
    version: 8,
    sources: {
      land: { type: 'geojson', data: land },
      ...Object.fromEntries(
        GRIDS.map(({ step }) => [
          `grid-${step}`,
          {
            type: 'geojson' as const,
            data: { type: 'FeatureCollection' as const, features: graticule(step) },
          },
        ]),
      ),
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': c.sea } },
      { id: 'land', type: 'fill', source: 'land', paint: { 'fill-color': c.land } },
      { id: 'shore', type: 'line', source: 'land', paint: { 'line-color': c.shore, 'line-width': 1 } },
      ...GRIDS.map(({ step, from, to }) => ({
        id: `grid-${step}`,
        type: 'line' as const,
        source: `grid-${step}`,
        minzoom: from,
        maxzoom: to,
        paint: { 'line-color': c.grid, 'line-width': step === 10 ? 1 : 0.6 },
      })),
    ],
  }
}

function graticule(step: number): Feature<LineString>[] {
  const line = (coordinates: [number, number][]): Feature<LineString> => ({
    type: 'Feature',
    properties: {},
    geometry: { type: 'LineString', coordinates },
  })
  const lines: Feature<LineString>[] = []
  for (let lng = -180; lng <= 180; lng += step)
    lines.push(
      line([
        [lng, -85],
        [lng, 85],
      ]),
    )
  for (let lat = -80; lat <= 80; lat += step)
    lines.push(
      line([
        [-180, lat],
        [180, lat],
      ]),
    )
  return lines
}
