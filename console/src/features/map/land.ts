import type { Feature, LineString } from 'geojson'
import type { GeoJSONSource, LayerSpecification, Map as LibreMap, SourceSpecification } from 'maplibre-gl'
import type { MapProvider } from './map-provider.ts'
import type { MapTheme } from './marker-look.ts'
import type { LngLat } from './mercator.ts'

const COLOURS = {
  dark: { sea: '#0c1521', land: '#16202e', shore: '#2b3b52', grid: '#22304a' },
  light: { sea: '#dbe7f3', land: '#f6f5f1', shore: '#b9c5d3', grid: '#ccd6e2' },
} as const

/** Spacing of the graticule in degrees and the zooms at which it shows. */
const GRIDS = [
  { step: 10, from: 0, to: 24 },
  { step: 1, from: 6.5, to: 24 },
] as const

/** Baidu's plane is defined up to here. */
const BAIDU_LATITUDE = 74
const EDGE_LATITUDE = 85

/** The land's outline and a graticule, shown when no other map is available. */
type LandSheet = { sources: Record<string, SourceSpecification>; layers: LayerSpecification[] }

/** The sheet in a provider's datum. Rejects when the outline cannot be fetched from the console's own files. */
export async function landSheet(
  { datum, toDisplay }: Pick<MapProvider, 'datum' | 'toDisplay'>,
  theme: MapTheme,
): Promise<LandSheet> {
  const [{ default: world }, { feature }] = await Promise.all([
    import('world-atlas/land-110m.json'),
    import('topojson-client'),
  ])
  // The compiler reads every string of a JSON file as `string`, where the format names its kinds.
  const topology = world as unknown as Parameters<typeof feature>[0]
  const land = feature(topology, topology.objects['land'] as Parameters<typeof feature>[1])
  const shown = datum === 'WGS-84' ? land : converted(land, toDisplay)
  const edge = datum === 'BD-09' ? BAIDU_LATITUDE : EDGE_LATITUDE
  const c = COLOURS[theme]
  const grids = GRIDS.map(({ step, from, to }) => ({ id: `grid-${step}`, step, from, to }))
  return {
    sources: {
      'land-sheet': { type: 'geojson', data: shown },
      ...Object.fromEntries(
        grids.map(({ id, step }): [string, SourceSpecification] => [
          id,
          {
            type: 'geojson',
            data: { type: 'FeatureCollection', features: graticule(step, toDisplay, edge) },
          },
        ]),
      ),
    },
    layers: [
      { id: 'land-sheet-sea', type: 'background', paint: { 'background-color': c.sea } },
      { id: 'land-sheet', type: 'fill', source: 'land-sheet', paint: { 'fill-color': c.land } },
      {
        id: 'land-sheet-shore',
        type: 'line',
        source: 'land-sheet',
        paint: { 'line-color': c.shore, 'line-width': 1 },
      },
      ...grids.map(({ id, step, from, to }) => ({
        id,
        type: 'line' as const,
        source: id,
        minzoom: from,
        maxzoom: to,
        paint: { 'line-color': c.grid, 'line-width': step === 10 ? 1 : 0.6 },
      })),
    ],
  }
}

/** Puts the sheet under everything that is fetched for the map, above its plain ground. Does nothing when it is there. */
export function layUnder(map: LibreMap, { sources, layers }: LandSheet): void {
  if (map.getLayer('land-sheet')) return
  const style = map.getStyle()
  const lowest = style.layers.find(
    (layer) => 'source' in layer && style.sources[layer.source]?.type !== 'geojson',
  )?.id
  for (const [id, source] of Object.entries(sources)) {
    if (!map.getSource<GeoJSONSource>(id)) map.addSource(id, source)
  }
  for (const layer of layers) map.addLayer(layer, lowest)
}

type Coordinates = number | Coordinates[]

/** The same shapes with every position converted. */
function converted<T>(shapes: T, toDisplay: (position: LngLat) => LngLat): T {
  const convert = (coordinates: Coordinates[]): Coordinates[] => {
    const [longitude, latitude] = coordinates
    if (typeof longitude === 'number' && typeof latitude === 'number') {
      return [...toDisplay([longitude, Math.max(-BAIDU_LATITUDE, Math.min(BAIDU_LATITUDE, latitude))])]
    }
    return coordinates.map((part) => (typeof part === 'number' ? part : convert(part)))
  }
  return JSON.parse(JSON.stringify(shapes), (key, value: unknown) =>
    key === 'coordinates' ? convert(value as Coordinates[]) : value,
  ) as T
}

function graticule(
  step: number,
  toDisplay: (position: LngLat) => LngLat,
  edge: number,
): Feature<LineString>[] {
  const line = (...ends: LngLat[]): Feature<LineString> => ({
    type: 'Feature',
    properties: {},
    geometry: { type: 'LineString', coordinates: ends.map((end) => [...toDisplay(end)]) },
  })
  const lines: Feature<LineString>[] = []
  for (let longitude = -180; longitude <= 180; longitude += step) {
    lines.push(line([longitude, -edge], [longitude, edge]))
  }
  const highest = Math.floor(edge / step) * step
  for (let latitude = -highest; latitude <= highest; latitude += step) {
    lines.push(line([-180, latitude], [180, latitude]))
  }
  return lines
}
