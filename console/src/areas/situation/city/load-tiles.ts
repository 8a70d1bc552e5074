import { platformPath } from '@backlot/contract/adapters/call-request'
import { vectorTile } from '@backlot/contract/map/calls'
import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { config, platformAddress } from '../../../platform/config.ts'
import type { CityPlane } from './city-view.ts'

/** Lines or rings of a feature, plane metres, x and y in turn. */
export type TileShape = {
  layer: string
  /** `class` or `kind` of the feature. */
  kind: string
  form: 'point' | 'line' | 'area'
  parts: Float32Array[]
  /** Of the labels that are drawn. */
  name: { zh: string; en: string } | undefined
}

/** Layers that the large screen draws; buildings and shops are too small for it. */
const LAYERS = ['landuse', 'green', 'water', 'railways', 'roads', 'districts']
const FORMS = [undefined, 'point', 'line', 'area'] as const
/** Concurrent tile requests: the screen is not the only user. */
const AT_ONCE = 6

/** The city's shapes in these tiles. Tiles that cannot be had are left out and counted. */
export async function loadTiles(
  plane: CityPlane,
  tiles: readonly { z: number; x: number; y: number }[],
  signal: AbortSignal,
): Promise<{ shapes: TileShape[]; failed: number }> {
  const shapes: TileShape[] = []
  let failed = 0
  const waiting = [...tiles]
  const take = async () => {
    for (let tile = waiting.pop(); tile; tile = waiting.pop()) {
      const bytes = await fetchTile(tile, signal)
      if (bytes === 'failed') failed += 1
      else if (bytes) shapes.push(...shapesOf(plane, tile, bytes))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, take))
  return { shapes, failed }
}

async function fetchTile(
  { z, x, y }: { z: number; x: number; y: number },
  signal: AbortSignal,
): Promise<ArrayBuffer | undefined | 'failed'> {
  const path = platformPath(config().adapter, vectorTile.path)
    .replace(':z', String(z))
    .replace(':x', String(x))
    .replace(':y', String(y))
  try {
    const reply = await fetch(platformAddress(path), { signal, credentials: 'same-origin' })
    if (reply.status === 204) return undefined
    return reply.ok ? await reply.arrayBuffer() : 'failed'
  } catch (error) {
    if (signal.aborted) throw error
    return 'failed'
  }
}

function shapesOf(
  plane: CityPlane,
  { z, x, y }: { z: number; x: number; y: number },
  bytes: ArrayBuffer,
): TileShape[] {
  const box = plane.tileBox(z, x, y)
  const tile = new VectorTile(new PbfReader(bytes))
  const shapes: TileShape[] = []
  for (const name of LAYERS) {
    const layer = tile.layers[name]
    if (!layer) continue
    for (let i = 0; i < layer.length; i++) {
      const shape = shapeOf(name, layer.feature(i), box)
      if (shape) shapes.push(shape)
    }
  }
  return shapes
}

function shapeOf(
  layer: string,
  feature: VectorTileFeature,
  box: { x: number; y: number; side: number },
): TileShape | undefined {
  const form = FORMS[feature.type]
  if (!form) return undefined
  const { properties, extent } = feature
  const perUnit = box.side / extent
  const parts = feature.loadGeometry().map((ring) => {
    const out = new Float32Array(ring.length * 2)
    for (const [i, point] of ring.entries()) {
      out[2 * i] = box.x + point.x * perUnit
      out[2 * i + 1] = box.y + point.y * perUnit
    }
    return out
  })
  const { name_zh: zh, name_en: en } = properties
  const name = layer === 'districts' && typeof zh === 'string' ? { zh, en: String(en ?? zh) } : undefined
  return { layer, kind: String(properties['class'] ?? properties['kind'] ?? ''), form, parts, name }
}
