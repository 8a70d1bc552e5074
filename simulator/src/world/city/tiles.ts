import { fromGeojsonVt } from '@maplibre/vt-pbf'
import type { Feature } from 'geojson'
import GeoJSONVT, { type LegacyFeature } from 'geojson-vt'
import { feature as topojsonFeature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import { once } from './once.ts'
import { type Bounds, type TileLayer, tileGroups } from './tile-groups.ts'
import type { City } from './types.ts'

/** The deepest zoom with tiles of its own; clients enlarge these beyond. */
export const TILE_MAX_ZOOM = 16

/** The world's land as world-atlas ships it (`world-atlas/land-50m.json`, parsed by the caller). */
export type LandTopology = Topology<{ land: GeometryCollection }>

export type TileSource = {
  /** Uncompressed Mapbox vector tile; undefined when nothing lies there. */
  tile(z: number, x: number, y: number): Uint8Array | undefined
}

/** From this zoom on, features are prepared by the tiles of this zoom: those elsewhere cost nothing. */
const BLOCK_ZOOM = 13
/** A screen looks into four of them at most. */
const BLOCKS_KEPT = 32
/** Features of a block reach this share of its side beyond it: more than the buffer of any tile. */
const BLOCK_MARGIN = 0.05

type Index = GeoJSONVT | undefined
type Slice = {
  layer: TileLayer
  minZoom: number
  whole(): Index
  /** Of things that may reach into a block. */
  within(bounds: Bounds): Index
}

/**
 * Cuts the city into vector tiles, zoom 0 to 16. Nothing is prepared before the first tile needs it, each layer only
 * when a tile of its zooms does, and for near zooms only the city about the tile. Without `land`, the whole world is
 * land.
 */
export function createTileSource(city: City, land?: LandTopology): TileSource {
  const worldLand = once(() => indexOf(landFeatures(land), 3, 128))
  const slices: Slice[] = [
    { layer: 'land', minZoom: 0, whole: worldLand, within: worldLand },
    ...tileGroups(city).map(({ layer, minZoom, features, within }): Slice => {
      const tolerance = layer === 'buildings' ? 1 : 2.5
      const whole = once(() => indexOf(features(), tolerance, 96))
      const about = (bounds: Bounds) => (within ? indexOf(within(bounds), tolerance, 96) : whole())
      return { layer, minZoom, whole, within: about }
    }),
  ]
  const blocks = new Map<string, Map<Slice, Index>>()
  const blockAt = (x: number, y: number): Map<Slice, Index> => {
    const key = `${x}/${y}`
    const block = blocks.get(key) ?? new Map<Slice, Index>()
    blocks.delete(key)
    blocks.set(key, block)
    const [oldest] = blocks.keys()
    if (blocks.size > BLOCKS_KEPT && oldest !== undefined) blocks.delete(oldest)
    return block
  }
  const indexFor = (slice: Slice, z: number, x: number, y: number): Index => {
    if (z < BLOCK_ZOOM) return slice.whole()
    const [column, row] = [x >> (z - BLOCK_ZOOM), y >> (z - BLOCK_ZOOM)]
    const block = blockAt(column, row)
    if (!block.has(slice)) block.set(slice, slice.within(blockBounds(column, row)))
    return block.get(slice)
  }
  return {
    tile(z, x, y) {
      const size = 2 ** z
      if (![z, x, y].every(Number.isInteger) || z < 0 || z > TILE_MAX_ZOOM) return undefined
      if (x < 0 || y < 0 || x >= size || y >= size) return undefined
      const layers: Partial<Record<TileLayer, { features: LegacyFeature[] }>> = {}
      for (const slice of slices) {
        if (z < slice.minZoom) continue
        const tile = indexFor(slice, z, x, y)?.getTile(z, x, y)
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

function blockBounds(column: number, row: number): Bounds {
  const longitude = (x: number) => (x / 2 ** BLOCK_ZOOM) * 360 - 180
  const latitude = (y: number) => {
    const t = Math.PI * (1 - (2 * y) / 2 ** BLOCK_ZOOM)
    return (Math.atan((Math.exp(t) - Math.exp(-t)) / 2) * 180) / Math.PI
  }
  const [from, to] = [-BLOCK_MARGIN, 1 + BLOCK_MARGIN]
  return [longitude(column + from), latitude(row + to), longitude(column + to), latitude(row + from)]
}

function indexOf(features: Feature[], tolerance: number, buffer: number): Index {
  if (features.length === 0) return undefined
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
