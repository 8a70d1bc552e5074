import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl'
import { CITY_SOURCE } from './ground-layers.ts'
import type { Palette } from './palette.ts'

type RoadStyle = {
  class: string
  minzoom: number
  /** Width in pixels by zoom. */
  widths: readonly (readonly [number, number])[]
  fill: string
  casing: string
  casingFrom: number
}

/** Least important first: later ones are drawn over earlier ones. */
function roadStyles(c: Palette): RoadStyle[] {
  return [
    {
      class: 'lane',
      minzoom: 12,
      widths: [
        [12, 0.35],
        [13, 0.7],
        [14, 1.6],
        [16, 6.5],
        [18, 25],
        [19, 50],
      ],
      fill: c.minor,
      casing: c.minorCasing,
      casingFrom: 13.5,
    },
    {
      class: 'country',
      minzoom: 10.5,
      widths: [
        [10, 0.5],
        [12, 1.2],
        [14, 3],
        [16, 8],
        [18, 30],
        [19, 60],
      ],
      fill: c.country,
      casing: c.minorCasing,
      casingFrom: 11,
    },
    {
      class: 'street',
      minzoom: 11,
      widths: [
        [11, 0.4],
        [12, 0.9],
        [13, 1.7],
        [14, 3.6],
        [16, 12],
        [18, 46],
        [19, 92],
      ],
      fill: c.minor,
      casing: c.minorCasing,
      casingFrom: 12,
    },
    {
      class: 'arterial',
      minzoom: 9,
      widths: [
        [9, 0.4],
        [10, 0.8],
        [12, 2.2],
        [14, 6],
        [16, 19],
        [18, 76],
        [19, 152],
      ],
      fill: c.arterial,
      casing: c.arterialCasing,
      casingFrom: 10.5,
    },
    {
      class: 'ring',
      minzoom: 8,
      widths: [
        [8, 0.8],
        [10, 1.6],
        [12, 3.1],
        [14, 7.2],
        [16, 23],
        [18, 92],
        [19, 184],
      ],
      fill: c.ring,
      casing: c.ringCasing,
      casingFrom: 10,
    },
    {
      class: 'expressway',
      minzoom: 8.7,
      widths: [
        [6, 0.8],
        [9, 1.5],
        [10, 1.9],
        [12, 3.4],
        [14, 7.4],
        [16, 24],
        [18, 96],
        [19, 192],
      ],
      fill: c.expressway,
      casing: c.expresswayCasing,
      casingFrom: 9,
    },
  ]
}

function width(style: RoadStyle, extraPx: number): ExpressionSpecification {
  const stops = style.widths.flatMap(([zoom, px]) => [zoom, px + extraPx * Math.min(1.6, 0.6 + px / 14)])
  return ['interpolate', ['exponential', 1.6], ['zoom'], ...stops]
}

/** Casings, carriageways, bridges over them and the arrows of one-way streets. */
export function roadLayers(c: Palette): LayerSpecification[] {
  const styles = roadStyles(c)
  const base = (style: RoadStyle, part: string, bridge: boolean) => ({
    id: `road-${style.class}-${part}`,
    type: 'line' as const,
    source: CITY_SOURCE,
    'source-layer': 'roads',
    filter: [
      'all',
      ['==', ['get', 'class'], style.class],
      ['==', ['get', 'bridge'], bridge],
    ] as FilterSpecification,
  })
  const round = { 'line-cap': 'round', 'line-join': 'round' } as const
  const casing = (style: RoadStyle): LayerSpecification => ({
    ...base(style, 'casing', false),
    minzoom: style.casingFrom,
    layout: round,
    paint: { 'line-color': style.casing, 'line-width': width(style, 1.6) },
  })
  const fill = (style: RoadStyle): LayerSpecification => ({
    ...base(style, 'fill', false),
    minzoom: style.minzoom,
    layout: round,
    paint: { 'line-color': style.fill, 'line-width': width(style, 0) },
  })
  const bridgeCasing = (style: RoadStyle): LayerSpecification => ({
    ...base(style, 'bridge-casing', true),
    minzoom: 12.5,
    layout: { 'line-cap': 'butt', 'line-join': 'round' },
    paint: { 'line-color': c.bridgeCasing, 'line-width': width(style, 2.6) },
  })
  const bridgeFill = (style: RoadStyle): LayerSpecification => ({
    ...base(style, 'bridge-fill', true),
    minzoom: 12.5,
    layout: { 'line-cap': 'round', 'line-join': 'round' },
    paint: { 'line-color': style.fill, 'line-width': width(style, 0) },
  })
  const bridged = styles.filter((style) => style.class !== 'lane' && style.class !== 'street')
  const [flat, raised] = [
    styles.filter((style) => style.class !== 'expressway'),
    styles.filter((style) => style.class === 'expressway'),
  ]
  return [
    ...flat.map(casing),
    ...flat.map(fill),
    ...bridged.filter((style) => style.class !== 'expressway').map(bridgeCasing),
    ...bridged.filter((style) => style.class !== 'expressway').map(bridgeFill),
    ...raised.flatMap((style) => [casing(style), fill(style), bridgeCasing(style), bridgeFill(style)]),
    {
      id: 'road-lane-line',
      type: 'line',
      source: CITY_SOURCE,
      'source-layer': 'roads',
      minzoom: 16.5,
      filter: ['match', ['get', 'class'], ['expressway', 'ring', 'arterial'], true, false],
      paint: {
        'line-color': c.halo,
        'line-opacity': ['interpolate', ['linear'], ['zoom'], 16.5, 0, 17.2, 0.55],
        'line-width': ['interpolate', ['linear'], ['zoom'], 16.5, 0.8, 19, 2.4],
      },
    },
  ]
}
