import type { MapProvider } from './map-provider.ts'
import type { LngLat } from './mercator.ts'
import type { OwnLayers } from './own-layers.ts'

/** A way that is drawn on the map, WGS-84. */
export function routeLayers(
  points: readonly LngLat[],
  { toDisplay }: Pick<MapProvider, 'toDisplay'>,
): OwnLayers {
  const line = points.map((position): [number, number] => [...toDisplay(position)])
  const wide = (id: string, colour: string, width: number) => ({
    id,
    type: 'line' as const,
    source: 'route',
    layout: { 'line-join': 'round' as const, 'line-cap': 'round' as const },
    paint: { 'line-color': colour, 'line-width': width, 'line-opacity': 0.95 },
  })
  return {
    underLabels: true,
    sources: {
      route: {
        type: 'FeatureCollection',
        features: [{ type: 'Feature', properties: {}, geometry: { type: 'LineString', coordinates: line } }],
      },
    },
    layers: [wide('route-case', '#0b3d7a', 9), wide('route', '#409eff', 6)],
  }
}
