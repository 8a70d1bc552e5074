import type { Position } from 'geojson'
import type { MapHandle } from '../map-handle.ts'
import type { LngLat } from '../mercator.ts'
import { outlineOf, type Shape } from './shape.ts'
import { pixelOf } from './shape-svg.tsx'
import { type Pixel, SNAP_PX, snapped } from './snap.ts'

/** Where a point that is set at a pixel of the map's canvas goes instead (WGS-84); undefined: it stays. */
export type Snap = (pixel: Pixel) => LngLat | undefined

/** Layer of the city's tiles with roads. */
const ROADS = 'roads'

/** Snaps to corners and sides of shapes, and to the roads that the background shows. */
export function snapToMap(handle: MapHandle, shapes: readonly Shape[]): Snap {
  const { map, provider } = handle
  const outlines = shapes.map((shape) => {
    const closed = shape.type === 'rectangle' || shape.type === 'polygon'
    // Of a circle its centre: its rim has no corners.
    const corners = shape.type === 'circle' ? shape.points : outlineOf(shape)
    return { corners, closed }
  })
  const roadLayers = map
    .getStyle()
    .layers.filter((layer) => layer.type === 'line' && layer['source-layer'] === ROADS)
    .map(({ id }) => id)

  const fromPixel = ({ x, y }: Pixel): LngLat => {
    const { lng, lat } = map.unproject([x, y])
    return provider.fromDisplay([lng, lat])
  }
  const roadsNear = ({ x, y }: Pixel): Position[][] =>
    map
      .queryRenderedFeatures(
        [
          [x - SNAP_PX, y - SNAP_PX],
          [x + SNAP_PX, y + SNAP_PX],
        ],
        { layers: roadLayers.filter((id) => map.getLayer(id)) },
      )
      .flatMap(({ geometry }) => {
        if (geometry.type === 'LineString') return [geometry.coordinates]
        return geometry.type === 'MultiLineString' ? geometry.coordinates : []
      })

  return (pixel) => {
    const corners: (Pixel & { place: LngLat })[] = []
    const lines: Pixel[][] = []
    for (const { corners: own, closed } of outlines) {
      const placed = own.map((place) => {
        const { x, y } = pixelOf(handle, place)
        return { x, y, place }
      })
      corners.push(...placed)
      const [first] = placed
      if (placed.length > 1) lines.push(closed && first ? [...placed, first] : placed)
    }
    for (const road of roadsNear(pixel)) {
      const placed = road.map(([lng = 0, lat = 0]) => {
        const { x, y } = map.project([lng, lat])
        return { x, y, place: provider.fromDisplay([lng, lat]) }
      })
      corners.push(...placed)
      lines.push(placed)
    }
    const found = snapped(pixel, { corners, lines })
    if (!found) return undefined
    return found.kind === 'corner' ? found.place : fromPixel(found.pixel)
  }
}
