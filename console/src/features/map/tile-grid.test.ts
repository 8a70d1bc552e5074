import gcoord from 'gcoord'
import { describe, expect, it } from 'vitest'
import { fillTile } from './city-provider.ts'
import { DATUMS, type Datum } from './datum.ts'
import type { MarkerColumns, MarkerFrame } from './marker-frame.ts'
import { MarkerIndex } from './marker-index.ts'
import { MarkerStore } from './marker-store.ts'
import { type LngLat, latitudeOf, longitudeOf, mercatorX, mercatorY, WORLD_PX } from './mercator.ts'
import { rasterProvider } from './raster-provider.ts'

const TILE_PX = 256
/** Zoom of the service's tiles, where a pixel is about half a metre. MapLibre counts tiles of 512 px: one less. */
const Z = 18
const ADDRESS = 'https://tiles.test/{z}/{x}/{y}'

/** A pixel of a map service's tiles: the tile's address in its own numbering, and the place in the tile from its upper left. */
type TilePixel = { address: string; x: number; y: number }

/** Where a service in this datum paints a WGS-84 position, by the service's published tile scheme. */
function painted(datum: Datum, position: LngLat): TilePixel {
  const point: [number, number] = [position[0], position[1]]
  if (datum === 'BD-09') {
    // Baidu: pixels are metres × 2^(z − 18) from where equator and prime meridian meet, rows grow northwards.
    const [east, north] = gcoord.transform(point, gcoord.WGS84, gcoord.BD09MC) as [number, number]
    const [column, row] = [Math.floor(east / TILE_PX), Math.floor(north / TILE_PX)]
    return {
      address: fillTile(ADDRESS, Z, column, row),
      x: east - column * TILE_PX,
      y: (row + 1) * TILE_PX - north,
    }
  }
  const [lng, lat] =
    datum === 'GCJ-02' ? (gcoord.transform(point, gcoord.WGS84, gcoord.GCJ02) as [number, number]) : point
  const side = TILE_PX * 2 ** Z
  const radians = (lat * Math.PI) / 180
  const x = ((lng + 180) / 360) * side
  const y = ((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * side
  const [column, row] = [Math.floor(x / TILE_PX), Math.floor(y / TILE_PX)]
  return { address: fillTile(ADDRESS, Z, column, row), x: x - column * TILE_PX, y: y - row * TILE_PX }
}

/** Where the map draws a display position on the tiles that it asks the provider for. */
function drawn(datum: Datum, display: LngLat): TilePixel {
  const provider = rasterProvider({
    provider: 'raster',
    id: 'grid',
    url: ADDRESS,
    subdomains: [],
    datum,
    tileSize: TILE_PX,
    minZoom: 3,
    maxZoom: Z,
    attribution: '',
  })
  const side = WORLD_PX * 2 ** (Z - 1)
  const x = mercatorX(display[0]) * side
  const y = mercatorY(display[1]) * side
  const [column, row] = [Math.floor(x / TILE_PX), Math.floor(y / TILE_PX)]
  return {
    address: provider.tileAddress(Z, column, row) ?? '',
    x: x - column * TILE_PX,
    y: y - row * TILE_PX,
  }
}

/** Markers of positions, as the worker hands them to the screen for a view around the first. */
function markersOf(datum: Datum, positions: readonly LngLat[]): MarkerFrame {
  const zeros = () => new Float64Array(positions.length)
  const columns: MarkerColumns = {
    name: positions.map((_position, i) => String(i)),
    longitude: Float64Array.from(positions, ([longitude]) => longitude),
    latitude: Float64Array.from(positions, ([, latitude]) => latitude),
    locationTime: zeros(),
    speed: new Float32Array(positions.length),
    direction: new Float32Array(positions.length),
    bits: new Uint8Array(positions.length).fill(1),
    glyph: new Uint8Array(positions.length),
  }
  const store = new MarkerStore(datum, columns, 0)
  const index = new MarkerIndex(store)
  const reach = 0.01
  const [x, y] = [store.x[0] as number, store.y[0] as number]
  index.setView({ west: x - reach, east: x + reach, north: y - reach, south: y + reach, zoom: Z - 1 })
  return index.frame(0) as MarkerFrame
}

/** Positions around a centre, of no pattern. */
function around([longitude, latitude]: LngLat, count: number): LngLat[] {
  return Array.from(
    { length: count },
    (_none, i): LngLat => [
      longitude + (i === 0 ? 0 : (((i * 7919) % 1000) / 1000 - 0.5) * 0.02),
      latitude + (i === 0 ? 0 : (((i * 104729) % 1000) / 1000 - 0.5) * 0.02),
    ],
  )
}

/** Places all over China; the first position around each is the place itself. */
const CENTRES: readonly LngLat[] = [
  [116.403963, 39.915119],
  [121.4737, 31.2304],
  [87.6168, 43.8256],
  [109.5119, 18.2528],
  [126.6424, 45.7567],
]

describe('a grid of tiles in each datum', () => {
  it.each(DATUMS)("has the markers of %s on the tiles' own pixels", (datum) => {
    let worst = 0
    for (const centre of CENTRES) {
      const positions = around(centre, 400)
      const frame = markersOf(datum, positions)
      expect(frame.ids.length).toBe(positions.length)
      for (const [i, id] of frame.ids.entries()) {
        const display: LngLat = [
          longitudeOf((frame.positions[i * 2] as number) + (frame.origin?.[0] ?? 0)),
          latitudeOf((frame.positions[i * 2 + 1] as number) + (frame.origin?.[1] ?? 0)),
        ]
        const want = onPlane(datum, painted(datum, positions[id] as LngLat))
        const have = onPlane(datum, drawn(datum, display))
        worst = Math.max(worst, Math.hypot(have.x - want.x, have.y - want.y))
      }
    }
    expect(worst).toBeLessThan(1)
  })
})

/** A tile's pixel on the service's whole plane, growing eastwards and southwards. */
function onPlane(datum: Datum, { address, x, y }: TilePixel): { x: number; y: number } {
  const [column, row] = address.split('/').slice(-2).map(Number) as [number, number]
  const top = datum === 'BD-09' ? -(row + 1) : row
  return { x: column * TILE_PX + x, y: top * TILE_PX + y }
}
