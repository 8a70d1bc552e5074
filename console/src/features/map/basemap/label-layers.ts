import type { ExpressionSpecification, FilterSpecification, LayerSpecification } from 'maplibre-gl'
import { MEDIUM_FONT, REGULAR_FONT } from './fonts.ts'
import { NAMES_SOURCE } from './ground-layers.ts'
import type { Palette } from './palette.ts'

export type LabelLanguage = 'zh' | 'en'

const names = (language: LabelLanguage) =>
  language === 'zh' ? (['name_zh', 'name_en'] as const) : (['name_en', 'name_zh'] as const)

type FormatExpression = Extract<ExpressionSpecification, ['format', ...unknown[]]>
type Stops = [zoom: number, px: number, ...more: number[]]

const pxByZoom = (...stops: Stops): ExpressionSpecification => ['interpolate', ['linear'], ['zoom'], ...stops]

/** First name large, second below it, smaller and softer. */
function twoLines(language: LabelLanguage, soft: string): FormatExpression {
  const [first, second] = names(language)
  return ['format', ['get', first], {}, '\n', {}, ['get', second], { 'font-scale': 0.8, 'text-color': soft }]
}

const from = (layer: string) => ({ type: 'symbol' as const, source: NAMES_SOURCE, 'source-layer': layer })

/** Labels in the order of their right to a place: later layers win. */
export function labelLayers(c: Palette, language: LabelLanguage): LayerSpecification[] {
  return [
    arrows(c),
    poiLabels(c, language),
    ...roadLabels(c, language),
    ...waterLabels(c, language),
    parkLabels(c, language),
    ...areaLabels(c, language),
  ]
}

function arrows(c: Palette): LayerSpecification {
  return {
    id: 'oneway',
    ...from('roads'),
    minzoom: 15.5,
    filter: ['all', ['==', ['get', 'oneway'], true], ['==', ['get', 'bridge'], false]],
    layout: {
      'symbol-placement': 'line',
      'symbol-spacing': 110,
      'text-field': '→',
      'text-font': [MEDIUM_FONT],
      'text-size': pxByZoom(15.5, 11, 18, 20),
      'text-keep-upright': false,
      'text-rotation-alignment': 'map',
      'text-padding': 0,
      'text-allow-overlap': true,
      'text-ignore-placement': true,
    },
    paint: { 'text-color': c.arrow },
  }
}

function roadLabels(c: Palette, language: LabelLanguage): LayerSpecification[] {
  const [first, second] = names(language)
  const label = (
    id: string,
    classes: string[],
    minzoom: number,
    size: ExpressionSpecification,
    both: number,
  ) => ({
    id: `label-${id}`,
    ...from('roads'),
    minzoom,
    filter: [
      'all',
      ['match', ['get', 'class'], classes, true, false],
      ['==', ['get', 'bridge'], false],
    ] as FilterSpecification,
    layout: {
      'symbol-placement': 'line' as const,
      'symbol-spacing': 420,
      'text-field': [
        'step',
        ['zoom'],
        ['format', ['get', first], {}],
        both,
        [
          'format',
          ['get', first],
          {},
          '  ',
          {},
          ['get', second],
          { 'font-scale': 0.85, 'text-color': c.textSoft },
        ],
      ] satisfies ExpressionSpecification,
      'text-font': [REGULAR_FONT],
      'text-size': size,
      'text-max-angle': 28,
      'text-padding': 6,
      'text-letter-spacing': language === 'zh' ? 0.06 : 0,
    },
    paint: { 'text-color': c.textRoad, 'text-halo-color': c.halo, 'text-halo-width': 1.5 },
  })
  return [
    label('lane', ['lane'], 16, pxByZoom(16, 10, 19, 13), 18),
    label('street', ['street', 'country'], 14, pxByZoom(14, 10, 18, 14), 16.5),
    label('arterial', ['arterial'], 12, pxByZoom(12, 10, 18, 15), 15),
    label('ring', ['ring', 'expressway'], 10.5, pxByZoom(10.5, 9.5, 18, 16), 14),
  ]
}

function waterLabels(c: Palette, language: LabelLanguage): LayerSpecification[] {
  const [first] = names(language)
  const paint = { 'text-color': c.textWater, 'text-halo-color': c.halo, 'text-halo-width': 0.8 }
  return [
    {
      id: 'label-river',
      ...from('water'),
      minzoom: 10.5,
      filter: ['==', ['get', 'kind'], 'centreline'],
      layout: {
        'symbol-placement': 'line',
        'symbol-spacing': 520,
        'text-field': ['get', first],
        'text-font': [REGULAR_FONT],
        'text-size': pxByZoom(10.5, 10, 16, 15),
        'text-letter-spacing': language === 'zh' ? 0.45 : 0.12,
        'text-max-angle': 30,
      },
      paint,
    },
    {
      id: 'label-lake',
      ...from('water'),
      minzoom: 11.5,
      filter: ['==', ['get', 'kind'], 'label'],
      layout: {
        'text-field': twoLines(language, c.textWater),
        'text-font': [REGULAR_FONT],
        'text-size': pxByZoom(11.5, 10, 16, 15),
        'text-letter-spacing': 0.08,
      },
      paint,
    },
  ]
}

function parkLabels(c: Palette, language: LabelLanguage): LayerSpecification {
  return {
    id: 'label-park',
    ...from('places'),
    minzoom: 11,
    filter: [
      'all',
      ['==', ['get', 'kind'], 'park'],
      ['<=', ['get', 'rank'], ['step', ['zoom'], 2, 12, 3, 13, 5]],
    ] satisfies FilterSpecification,
    layout: {
      'text-field': twoLines(language, c.textGreen),
      'text-font': [REGULAR_FONT],
      'text-size': pxByZoom(12, 10, 16, 14),
      'text-max-width': 7,
      'text-padding': 8,
    },
    paint: { 'text-color': c.textGreen, 'text-halo-color': c.halo, 'text-halo-width': 1.2 },
  }
}

function poiLabels(c: Palette, language: LabelLanguage): LayerSpecification {
  const { poi } = c
  const tint = [
    'match',
    ['get', 'kind'],
    ['hospital', 'pharmacy'],
    poi.health,
    ['school', 'university', 'museum', 'stadium'],
    poi.learning,
    ['restaurant', 'cafe', 'hotel'],
    poi.food,
    ['mall'],
    poi.shop,
    ['station', 'fuel', 'parking', 'depot'],
    poi.transport,
    ['police', 'fire', 'bank'],
    poi.public,
    poi.work,
  ] satisfies ExpressionSpecification
  const [first, second] = names(language)
  return {
    id: 'label-poi',
    ...from('places'),
    minzoom: 10,
    filter: [
      'all',
      ['match', ['get', 'kind'], ['park', 'village', 'city'], false, true],
      ['<=', ['get', 'rank'], ['step', ['zoom'], 1, 12, 3, 13, 4, 14, 5, 15, 7, 16, 8, 17, 9]],
    ] satisfies FilterSpecification,
    layout: {
      'symbol-sort-key': ['get', 'rank'],
      'text-field': [
        'step',
        ['zoom'],
        ['format', '●\n', { 'font-scale': 0.72, 'text-color': tint }, ['get', first], {}],
        16,
        [
          'format',
          '●\n',
          { 'font-scale': 0.8, 'text-color': tint },
          ['get', first],
          {},
          '\n',
          {},
          ['get', second],
          { 'font-scale': 0.8, 'text-color': c.textSoft },
        ],
      ] satisfies ExpressionSpecification,
      'text-font': [REGULAR_FONT],
      'text-size': ['interpolate', ['linear'], ['zoom'], 11, 10, 16, 12, 19, 14],
      'text-anchor': 'top',
      'text-offset': [0, -0.5],
      'text-line-height': 1.1,
      'text-max-width': 9,
      'text-padding': 5,
    },
    paint: { 'text-color': c.text, 'text-halo-color': c.halo, 'text-halo-width': 1.3 },
  }
}

function areaLabels(c: Palette, language: LabelLanguage): LayerSpecification[] {
  const [, ...lines] = twoLines(language, c.textSoft)
  const paint = { 'text-color': c.textDistrict, 'text-halo-color': c.halo, 'text-halo-width': 1.6 }
  return [
    {
      id: 'label-village',
      ...from('places'),
      minzoom: 11.5,
      filter: [
        'all',
        ['==', ['get', 'kind'], 'village'],
        ['<=', ['get', 'rank'], ['step', ['zoom'], 4, 12, 5]],
      ] satisfies FilterSpecification,
      layout: {
        'text-field': twoLines(language, c.textSoft),
        'text-font': [REGULAR_FONT],
        'text-size': pxByZoom(11.5, 10, 16, 15),
        'text-padding': 6,
      },
      paint: { ...paint, 'text-color': c.text },
    },
    {
      id: 'label-district',
      ...from('districts'),
      minzoom: 9.8,
      maxzoom: 14.5,
      filter: ['==', ['get', 'kind'], 'label'],
      layout: {
        'text-field': twoLines(language, c.textSoft),
        'text-font': [MEDIUM_FONT],
        'text-size': pxByZoom(9, 11, 11, 14, 14, 18),
        'text-letter-spacing': language === 'zh' ? 0.14 : 0.04,
        'text-max-width': 9,
        'text-padding': 10,
      },
      paint,
    },
    {
      id: 'label-city',
      ...from('places'),
      minzoom: 4,
      maxzoom: 9.6,
      filter: ['==', ['get', 'kind'], 'city'],
      layout: {
        'text-field': ['format', '◉\n', { 'font-scale': 0.7 }, ...lines],
        'text-font': [MEDIUM_FONT],
        'text-size': pxByZoom(4, 12, 9, 19),
        'text-anchor': 'top',
        'text-offset': [0, -0.4],
        'text-letter-spacing': language === 'zh' ? 0.1 : 0,
      },
      paint,
    },
  ]
}
