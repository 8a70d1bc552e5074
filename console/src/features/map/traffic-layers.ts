import { type RoadTraffic, TRAFFIC_STEPS } from '@backlot/contract/map-traffic/calls'
import type { Feature } from 'geojson'
import type { MapProvider } from './map-provider.ts'
import type { MapTheme } from './marker-look.ts'
import type { OwnLayers } from './own-layers.ts'

/** How much a road is used: light, moderate, heavy, very heavy. Busier ones are wider as well. */
export const TRAFFIC_COLOURS: Readonly<Record<MapTheme, readonly [string, string, string, string]>> = {
  dark: ['#2f9e6b', '#d9a93a', '#e8743b', '#d63a3f'],
  light: ['#3fa877', '#e3a91f', '#e2662a', '#b3161d'],
}

/** Which of the steps a number of vehicles an hour and lane has reached, 0 to 3. */
function trafficLevel(perLane: number): number {
  return TRAFFIC_STEPS.filter((step) => perLane >= step).length
}

/** Roads by how busy they are, each direction on its own side, under the labels. */
export function trafficLayers(
  roads: readonly RoadTraffic[],
  { toDisplay }: Pick<MapProvider, 'toDisplay'>,
  theme: MapTheme,
): OwnLayers {
  const colours = TRAFFIC_COLOURS[theme]
  const features = roads.map(({ perLane, line }): Feature => {
    const coordinates: [number, number][] = []
    for (let i = 0; i + 1 < line.length; i += 2) {
      const [lng, lat] = toDisplay([line[i] ?? 0, line[i + 1] ?? 0])
      coordinates.push([lng, lat])
    }
    const level = trafficLevel(perLane)
    return { type: 'Feature', properties: { level }, geometry: { type: 'LineString', coordinates } }
  })
  return {
    underLabels: true,
    sources: { 'road-traffic': { type: 'FeatureCollection', features } },
    layers: [
      {
        id: 'road-traffic',
        type: 'line',
        source: 'road-traffic',
        layout: { 'line-cap': 'round', 'line-join': 'round', 'line-sort-key': ['get', 'level'] },
        paint: {
          'line-color': ['match', ['get', 'level'], 0, colours[0], 1, colours[1], 2, colours[2], colours[3]],
          'line-width': [
            'interpolate',
            ['exponential', 1.5],
            ['zoom'],
            9,
            ['+', 0.6, ['*', 0.3, ['get', 'level']]],
            14,
            ['+', 1.6, ['*', 0.6, ['get', 'level']]],
            18,
            ['+', 4, ['*', 1.2, ['get', 'level']]],
          ],
          // Vehicles keep to the right.
          'line-offset': ['interpolate', ['exponential', 1.5], ['zoom'], 10, 0.8, 14, 3, 18, 10],
          'line-opacity': 0.9,
        },
      },
    ],
  }
}
