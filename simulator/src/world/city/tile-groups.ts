import type { Feature, Geometry } from 'geojson'
import { once } from './once.ts'
import { boxOf } from './polygon.ts'
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

/** West, south, east and north, degrees. */
export type Bounds = readonly [west: number, south: number, east: number, north: number]

/** Features of one layer that first show at one zoom; made only when a tile needs them. */
export type TileGroup = {
  layer: TileLayer
  minZoom: number
  features(): Feature[]
  /** Those that may reach into some bounds. Left out: the group has few. */
  within?(bounds: Bounds): Feature[]
}

type Properties = Record<string, string | number | boolean>

/** Everything the city draws, by layer and by the zoom from which it is drawn. */
export function tileGroups(city: City): TileGroup[] {
  const { toLngLat, toLocal } = projectionAt(city.longitude, city.latitude)
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
  const spread = <T>(
    layer: TileLayer,
    minZoom: number,
    items: () => readonly T[],
    outlineOf: (item: T) => ArrayLike<number>,
    make: (item: T) => Feature | Feature[],
  ): TileGroup => {
    const held = once(() => boxed(items(), outlineOf))
    return {
      layer,
      minZoom,
      features: () => held().items.flatMap(make),
      within: ([west, south, east, north]) =>
        itemsIn(held(), toLocal(west, south), toLocal(east, north)).flatMap(make),
    }
  }
  const areas = (layer: TileLayer, minZoom: number, kinds: readonly Area['kind'][]): TileGroup =>
    spread(
      layer,
      minZoom,
      () => city.areas.filter((a) => kinds.includes(a.kind)),
      (a) => a.ring,
      area,
    )
  const roads = (minZoom: number, classes: readonly RoadClass[]): TileGroup =>
    spread(
      'roads',
      minZoom,
      () => city.roads.filter((r) => classes.includes(r.class)),
      (r) => r.line,
      road,
    )
  const places = (minZoom: number, from: number, to: number): TileGroup =>
    spread(
      'places',
      minZoom,
      () => city.places.filter((p) => p.rank >= from && p.rank <= to),
      (p) => [p.x, p.y],
      place,
    )
  const buildings = (minZoom: number, keep: (b: Building) => boolean): TileGroup =>
    spread(
      'buildings',
      minZoom,
      () => city.buildings.filter(keep),
      (b) => b.ring,
      building,
    )
  const large = (b: Building) => b.kind === 'office' || b.kind === 'commercial' || b.kind === 'industrial'

  return [
    areas('landuse', 7, ['residential', 'commercial', 'industrial', 'campus', 'worksite']),
    areas('landuse', 11, ['farmland']),
    areas('green', 8, ['park']),
    areas('green', 10, ['forest', 'grove']),
    areas('green', 14, ['garden']),
    areas('water', 8, ['river', 'lake']),
    { layer: 'water', minZoom: 10, features: waterNames },
    buildings(13, large),
    buildings(14, (b) => !large(b)),
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

/** Things and the boxes that hold them, four numbers each: least x and y, most x and y, local metres. */
type Boxed<T> = { items: readonly T[]; boxes: Float64Array }

function boxed<T>(items: readonly T[], outlineOf: (item: T) => ArrayLike<number>): Boxed<T> {
  const boxes = new Float64Array(items.length * 4)
  for (const [i, item] of items.entries()) boxes.set(boxOf(outlineOf(item)), i * 4)
  return { items, boxes }
}

type Local = { x: number; y: number }

function itemsIn<T>({ items, boxes }: Boxed<T>, least: Local, most: Local): T[] {
  return items.filter((_item, i) => {
    const [x0, y0, x1, y1] = [boxes[i * 4]!, boxes[i * 4 + 1]!, boxes[i * 4 + 2]!, boxes[i * 4 + 3]!]
    return x0 <= most.x && x1 >= least.x && y0 <= most.y && y1 >= least.y
  })
}

function boxMiddle(ring: Float64Array): Local {
  const [x0, y0, x1, y1] = boxOf(ring)
  return { x: (x0 + x1) / 2, y: (y0 + y1) / 2 }
}
