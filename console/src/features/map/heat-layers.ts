import type { Feature } from 'geojson'
import type { MapProvider } from './map-provider.ts'
import type { MapTheme } from './marker-look.ts'
import type { OwnLayers } from './own-layers.ts'

/** Counts by place, WGS-84, by column. */
type HeatCells = { longitude: number[]; latitude: number[]; count: number[] }

const RAMPS = {
  dark: ['rgba(30,60,140,0)', '#274b9f', '#2f8fc4', '#f2c14e', '#f2784b', '#ff4d4f'],
  light: ['rgba(80,140,220,0)', '#8db7ea', '#5aa0d8', '#f5cf5b', '#f08a4b', '#d92b2f'],
} as const

/** A cell that has more than this share of the others counts fully; hotter ones are no hotter. */
const HOT_SHARE = 0.9
const HOT_LEAST = 2

/** A heat map under the labels; it fades as the map comes near, where single places can be distinguished. */
export function heatLayers(
  { longitude, latitude, count }: HeatCells,
  { toDisplay }: Pick<MapProvider, 'toDisplay'>,
  theme: MapTheme,
): OwnLayers {
  const features = longitude.map(
    (lng, i): Feature => ({
      type: 'Feature',
      properties: { count: count[i] ?? 0 },
      geometry: { type: 'Point', coordinates: [...toDisplay([lng, latitude[i] ?? 0])] },
    }),
  )
  const ramp = RAMPS[theme]
  const sorted = [...count].sort((a, b) => a - b)
  const hot = Math.max(HOT_LEAST, sorted[Math.floor(sorted.length * HOT_SHARE)] ?? 0)
  return {
    underLabels: true,
    sources: { 'alarm-heat': { type: 'FeatureCollection', features } },
    layers: [
      {
        id: 'alarm-heat',
        type: 'heatmap',
        source: 'alarm-heat',
        paint: {
          'heatmap-weight': ['interpolate', ['linear'], ['get', 'count'], 0, 0, hot, 1],
          'heatmap-intensity': ['interpolate', ['linear'], ['zoom'], 8, 0.7, 12, 1.3, 15, 2.2],
          'heatmap-radius': ['interpolate', ['exponential', 1.6], ['zoom'], 8, 14, 12, 34, 14, 56, 17, 130],
          'heatmap-opacity': ['interpolate', ['linear'], ['zoom'], 15, 0.75, 18, 0.4],
          'heatmap-color': [
            'interpolate',
            ['linear'],
            ['heatmap-density'],
            0,
            ramp[0],
            0.15,
            ramp[1],
            0.35,
            ramp[2],
            0.6,
            ramp[3],
            0.8,
            ramp[4],
            1,
            ramp[5],
          ],
        },
      },
    ],
  }
}
