import type { Feature, Geometry } from 'geojson'
import { projectionAt } from './projection.ts'
import type { Area, Building, City, Place, Road, RoadClass } from './types.ts'

/** Layers of the city's vector tiles. */
export type TileLayer =
  | 'land'
  | 'water'
  | 'green'
  | 'landuse'
  | 'buildings'
  | 'roads'
  | 'railways'
  | 'places'
  | 'districts'

/** Features of one layer that first show at one zoom; made only when a tile asks for them. */
export type TileGroup = {
  layer: TileLayer
  minZoom: number
  /** West, south, east, north in degrees: tiles elsewhere need not ask. Left out: everywhere. */
  bounds?: readonly [number, number, number, number]
  features(): Feature[]
}

/** Buildings are so many that they are cut into squares of this side, each prepared when first looked at. */
const BUILDING_SQUARE_M = 5000

type Properties = Record<string, string | number | boolean>

/** Everything the city draws, by layer and by the zoom from which it is drawn. */
export function tileGroups(city: City): TileGroup[] {
  const { toLngLat } = projectionAt(city.longitude, city.latitude)
  const point = (x: number, y: number): [number, number] => {
    const { longitude, latitude } = toLngLat(x, y)
    return [longitude, latitude]
  }
  const path = (line: ArrayLike<number>, from = 0, to = line.length / 2 - 1) => {
    const out: [number, number][] = []
    for (let i = from; i <= to; i++) out.push(point(line[2 * i]!, line[2 * i + 1]!))
    return out
  }
  const closed = (ring: ArrayLike<number>) => {
    const out = path(ring)
    out.push(out[0]!)
    return [out]
  }
  const feature = (geometry: Geometry, properties: Properties): Feature => ({
    type: 'Feature',
    geometry,
    properties,
  })

  const area = (a: Area): Feature =>
    feature({ type: 'Polygon', coordinates: closed(a.ring) }, { kind: a.kind })
  const building = (b: Building): Feature =>
    feature({ type: 'Polygon', coordinates: closed(b.ring) }, { height: b.heightM, kind: b.kind })
  const road = (r: Road): Feature[] => {
    const properties: Properties = {
      class: r.class,
      name_zh: r.name.zh,
      name_en: r.name.en,
      bridge: false,
      oneway: r.oneWay,
    }
    return [
      feature({ type: 'LineString', coordinates: path(r.line) }, properties),
      ...r.bridges.map(([from, to]) =>
        feature({ type: 'LineString', coordinates: path(r.line, from, to) }, { ...properties, bridge: true }),
      ),
    ]
  }
  const place = (p: Place): Feature =>
    feature(
      { type: 'Point', coordinates: point(p.x, p.y) },
      { id: p.id, kind: p.kind, rank: p.rank, name_zh: p.name.zh, name_en: p.name.en },
    )
  const waterNames = (): Feature[] => [
    ...city.waterways.map(({ name, line }) =>
      feature(
        { type: 'LineString', coordinates: path(line) },
        { kind: 'centreline', name_zh: name.zh, name_en: name.en },
      ),
    ),
    ...city.areas
      .filter((a) => a.kind === 'lake' && a.name)
      .map((a) => {
        const { x, y } = boxMiddle(a.ring)
        return feature(
          { type: 'Point', coordinates: point(x, y) },
          { kind: 'label', name_zh: a.name!.zh, name_en: a.name!.en },
        )
      }),
  ]
  const areas = (layer: TileLayer, minZoom: number, kinds: readonly Area['kind'][]): TileGroup => ({
    layer,
    minZoom,
    features: () => city.areas.filter((a) => kinds.includes(a.kind)).map(area),
  })
  const roads = (minZoom: number, classes: readonly RoadClass[]): TileGroup => ({
    layer: 'roads',
    minZoom,
    features: () => city.roads.filter((r) => classes.includes(r.class)).flatMap(road),
  })
  const places = (minZoom: number, from: number, to: number): TileGroup => ({
    layer: 'places',
    minZoom,
    features: () => city.places.filter((p) => p.rank >= from && p.rank <= to).map(place),
  })
  const squares = () => {
    const out = new Map<string, Building[]>()
    for (const b of city.buildings) {
      const key = `${Math.floor(b.ring[0]! / BUILDING_SQUARE_M)},${Math.floor(b.ring[1]! / BUILDING_SQUARE_M)}`
      const held = out.get(key)
      if (held) held.push(b)
      else out.set(key, [b])
    }
    return out
  }
  let held: Map<string, Building[]> | undefined
  const buildings = (minZoom: number, keep: (b: Building) => boolean): TileGroup[] => {
    const half = Math.ceil((2.4 * city.halfSizeM) / BUILDING_SQUARE_M)
    const out: TileGroup[] = []
    for (let i = -half; i < half; i++) {
      for (let j = -half; j < half; j++) {
        // A building belongs to the square of its first corner and may reach out of it.
        const reach = 400
        const [west, south] = point(i * BUILDING_SQUARE_M - reach, j * BUILDING_SQUARE_M - reach)
        const [east, north] = point((i + 1) * BUILDING_SQUARE_M + reach, (j + 1) * BUILDING_SQUARE_M + reach)
        out.push({
          layer: 'buildings',
          minZoom,
          bounds: [west, south, east, north],
          features: () => {
            held ??= squares()
            return (held.get(`${i},${j}`) ?? []).filter(keep).map(building)
          },
        })
      }
    }
    return out
  }
  const large = (b: Building) => b.kind === 'office' || b.kind === 'commercial' || b.kind === 'industrial'

  return [
    areas('landuse', 7, ['residential', 'commercial', 'industrial', 'campus', 'worksite']),
    areas('landuse', 11, ['farmland']),
    areas('green', 8, ['park']),
    areas('green', 10, ['forest', 'grove']),
    areas('green', 14, ['garden']),
    areas('water', 8, ['river', 'lake']),
    { layer: 'water', minZoom: 10, features: waterNames },
    ...buildings(13, large),
    ...buildings(14, (b) => !large(b)),
    roads(8, ['expressway']),
    roads(8, ['ring']),
    roads(9, ['arterial']),
    roads(10, ['country']),
    roads(11, ['street']),
    roads(12, ['lane']),
    {
      layer: 'railways',
      minZoom: 8,
      features: () =>
        city.railways.map((line) =>
          feature({ type: 'LineString', coordinates: path(line) }, { class: 'rail' }),
        ),
    },
    {
      layer: 'places',
      minZoom: 3,
      features: () => [
        feature(
          { type: 'Point', coordinates: point(0, 0) },
          { kind: 'city', rank: 0, name_zh: city.name.zh, name_en: city.name.en },
        ),
      ],
    },
    places(10, 0, 2),
    places(11, 3, 4),
    places(13, 5, 6),
    places(14, 7, 9),
    {
      layer: 'districts',
      minZoom: 8,
      features: () =>
        city.districts.flatMap((d) => {
          const names = { name_zh: d.name.zh, name_en: d.name.en }
          return [
            ...d.borders.map((line) =>
              feature({ type: 'LineString', coordinates: path(line) }, { kind: 'boundary' }),
            ),
            feature({ type: 'Point', coordinates: point(d.x, d.y) }, { kind: 'label', ...names }),
          ]
        }),
    },
  ]
}

function boxMiddle(ring: Float64Array): { x: number; y: number } {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 0; i < ring.length; i += 2) {
    x0 = Math.min(x0, ring[i]!)
    x1 = Math.max(x1, ring[i]!)
    y0 = Math.min(y0, ring[i + 1]!)
    y1 = Math.max(y1, ring[i + 1]!)
  }
  return { x: (x0 + x1) / 2, y: (y0 + y1) / 2 }
}
