import { createRequire } from 'node:module'
import GeoJSONVT from 'geojson-vt'
import { describe, expect, it } from 'vitest'
import { buildCity } from './build-city.ts'
import { cityOf } from './city-of.ts'
import { tileGroups } from './tile-groups.ts'
import { createTileSource, type LandTopology } from './tiles.ts'

const city = cityOf(7)
const land = createRequire(import.meta.url)('world-atlas/land-50m.json') as LandTopology
const source = createTileSource(city, land)

/** The tile that holds a position. */
function address(z: number, longitude: number, latitude: number): [number, number, number] {
  const n = 2 ** z
  const phi = (latitude * Math.PI) / 180
  const y = (1 - Math.log(Math.tan(phi) + 1 / Math.cos(phi)) / Math.PI) / 2
  return [z, Math.floor(((longitude + 180) / 360) * n), Math.floor(y * n)]
}

/** Layer names and feature counts, read straight from the protobuf: tile.layers = 3, layer.name = 1, layer.features = 2. */
function layersOf(bytes: Uint8Array): Record<string, number> {
  const out: Record<string, number> = {}
  walk(bytes, (field, body) => {
    if (field !== 3) return
    let name = ''
    let features = 0
    walk(body, (inner, value) => {
      if (inner === 1) name = new TextDecoder().decode(value)
      if (inner === 2) features++
    })
    out[name] = features
  })
  return out
}

function walk(bytes: Uint8Array, visit: (field: number, body: Uint8Array) => void): void {
  let at = 0
  const varint = () => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
  }
  while (at < bytes.length) {
    const key = varint()
    if ((key & 7) === 2) {
      const length = varint()
      visit(key >> 3, bytes.subarray(at, at + length))
      at += length
    } else varint()
  }
}

describe('the city as vector tiles', () => {
  it('carries the layers that belong to each zoom over the centre', () => {
    const at = (z: number) => layersOf(source.tile(...address(z, city.longitude, city.latitude))!)
    expect(Object.keys(at(3)).sort()).toEqual(['land', 'places'])
    expect(Object.keys(at(10)).sort()).toEqual([
      'districts',
      'green',
      'land',
      'landuse',
      'places',
      'railways',
      'roads',
      'water',
    ])
    const close = at(14)
    expect(close['buildings']).toBeGreaterThan(50)
    expect(close['roads']).toBeGreaterThan(20)
    expect(close['places']).toBeGreaterThan(3)
    expect(at(9)['buildings']).toBeUndefined()
  })

  it('shows more roads the nearer one comes', () => {
    const total = (z: number) =>
      layersOf(source.tile(...address(z, city.longitude, city.latitude))!)['roads']!
    expect(total(12)).toBeGreaterThan(total(9))
  })

  it('cuts near tiles from what lies about them as from the whole city', () => {
    // Beside the edge of a block, whose neighbour's features reach into its tiles.
    const [, x, y] = address(13, city.longitude, city.latitude)
    const edge = [14, x * 2, y * 2] as const
    const cut = layersOf(source.tile(...edge)!)
    const whole = new Map<string, number>()
    for (const { layer, minZoom, features } of tileGroups(city)) {
      if (minZoom > 14) continue
      const all = { type: 'FeatureCollection' as const, features: features() }
      const options = { maxZoom: 16, tolerance: layer === 'buildings' ? 1 : 2.5, buffer: 96, indexMaxZoom: 4 }
      const count = new GeoJSONVT(all, options).getTile(...edge)?.features.length ?? 0
      if (count > 0) whole.set(layer, (whole.get(layer) ?? 0) + count)
    }
    expect(cut).toEqual({ ...Object.fromEntries(whole), land: 1 })
  })

  it('is empty at sea and refuses addresses that do not exist', () => {
    expect(source.tile(...address(9, -150, 20))).toBeUndefined()
    expect(source.tile(17, 0, 0)).toBeUndefined()
    expect(source.tile(2, 4, 0)).toBeUndefined()
    expect(source.tile(2, 0.5, 0)).toBeUndefined()
  })

  it('gives the same bytes for the same tile from another source', () => {
    const other = createTileSource(buildCity(7), land)
    const where = address(13, city.longitude + 0.05, city.latitude - 0.03)
    expect(Buffer.from(other.tile(...where)!).equals(Buffer.from(source.tile(...where)!))).toBe(true)
  })

  it('is all land where no coastline was given', () => {
    const plain = createTileSource(city)
    expect(layersOf(plain.tile(...address(9, -150, 20))!)).toEqual({ land: 1 })
  })
})
