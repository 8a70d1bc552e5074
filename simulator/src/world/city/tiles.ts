import { fromGeojsonVt } from '@maplibre/vt-pbf'
import type { Feature } from 'geojson'
import GeoJSONVT, { type LegacyFeature } from 'geojson-vt'
import { feature as topojsonFeature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { type TileGroup, type TileLayer, tileGroups } from './tile-groups.ts'
import type { City } from './types.ts'

/** The deepest zoom with tiles of its own; clients enlarge these beyond. */
export const TILE_MAX_ZOOM = 16

/** The world's land as world-atlas ships it (`world-atlas/land-50m.json`, parsed by the caller). */
export type LandTopology = Topology<{ land: GeometryCollection }>

export type TileSource = {
  /** Uncompressed Mapbox vector tile; undefined when nothing lies there. */
  tile(z: number, x: number, y: number): Uint8Array | undefined
}

type Slice = Pick<TileGroup, 'layer' | 'minZoom' | 'bounds'> & { index(): GeoJSONVT }

/**
 * Cuts the city into vector tiles, zoom 0 to 16. Nothing is prepared before the first tile asks for it, and each
 * layer only when a tile of its zooms does. Without `land`, the whole world is land.
 */
export function createTileSource(city: City, land?: LandTopology): TileSource {
  const slices: Slice[] = [
    { layer: 'land', minZoom: 0, index: once(() => indexOf(landFeatures(land), 3, 128)) },
    ...tileGroups(city).map((group) => ({
      layer: group.layer,
      minZoom: group.minZoom,
      ...(group.bounds ? { bounds: group.bounds } : {}),
      index: once(() => indexOf(group.features(), group.layer === 'buildings' ? 1 : 2.5, 96)),
    })),
  ]
  return {
    tile(z, x, y) {
      const size = 2 ** z
      if (![z, x, y].every(Number.isInteger) || z < 0 || z > TILE_MAX_ZOOM) return undefined
      if (x < 0 || y < 0 || x >= size || y >= size) return undefined
      const layers: Partial<Record<TileLayer, { features: LegacyFeature[] }>> = {}
      for (const slice of slices) {
        if (z < slice.minZoom || (slice.bounds && !overlaps(slice.bounds, z, x, y))) continue
        const tile = slice.index().getTile(z, x, y)
        if (!tile?.features.length) continue
        const held = layers[slice.layer]
        if (held) held.features = held.features.concat(tile.features)
        else layers[slice.layer] = { features: tile.features }
      }
      if (!Object.keys(layers).length) return undefined
      return fromGeojsonVt(layers as Parameters<typeof fromGeojsonVt>[0], { version: 2, extent: 4096 })
    },
  }
}

function overlaps(
  [west, south, east, north]: readonly [number, number, number, number],
  z: number,
  x: number,
  y: number,
) {
  const longitude = (column: number) => (column / 2 ** z) * 360 - 180
  const latitude = (row: number) => {
    const t = Math.PI * (1 - (2 * row) / 2 ** z)
    return (Math.atan((Math.exp(t) - Math.exp(-t)) / 2) * 180) / Math.PI
  }
  return longitude(x) <= east && longitude(x + 1) >= west && latitude(y + 1) <= north && latitude(y) >= south
}

function indexOf(features: Feature[], tolerance: number, buffer: number): GeoJSONVT {
  return new GeoJSONVT(
    { type: 'FeatureCollection', features },
    { maxZoom: TILE_MAX_ZOOM, tolerance, buffer, indexMaxZoom: 4 },
  )
}

function landFeatures(land: LandTopology | undefined): Feature[] {
  if (!land) {
    const corners = [-180, 180].flatMap((a) => [-85.06, 85.06].map((b) => [a, b]))
    const ring = [corners[0]!, corners[2]!, corners[3]!, corners[1]!, corners[0]!]
    return [{ type: 'Feature', geometry: { type: 'Polygon', coordinates: [ring] }, properties: {} }]
  }
  const { features } = topojsonFeature(land, land.objects.land)
  return features.map(({ geometry }) => ({ type: 'Feature', geometry, properties: {} }))
}

function once<T>(make: () => T): () => T {
  let value: { made: T } | undefined
  return () => {
    value ??= { made: make() }
    return value.made
  }
}
