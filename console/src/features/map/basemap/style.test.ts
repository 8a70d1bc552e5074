import type { FontFacesSpecification, MLFontFace } from 'maplibre-gl'
import { describe, expect, it } from 'vitest'
import { MEDIUM_FONT, REGULAR_FONT } from './fonts.ts'
import { basemapStyle } from './style.ts'

const tilesUrl = 'http://127.0.0.1:1/tiles/{z}/{x}/{y}'

/** True when one of the font's files declares the character. */
function covers(faces: FontFacesSpecification, font: string, character: string): boolean {
  const code = character.codePointAt(0)!
  return (faces[font] as MLFontFace[]).some((face) =>
    face['unicode-range']!.some((range) => {
      const [from, to] = range.slice(2).split('-')
      return code >= Number.parseInt(from!, 16) && code <= Number.parseInt(to ?? from!, 16)
    }),
  )
}

describe('the basemap style', () => {
  it('draws every label from shipped fonts, without a glyph server', () => {
    const style = basemapStyle({ theme: 'light', language: 'zh', tilesUrl })
    expect(style.glyphs).toBeUndefined()
    expect(style.sprite).toBeUndefined()
    const faces = style['font-faces']!
    for (const font of [REGULAR_FONT, MEDIUM_FONT]) {
      for (const character of "和安大街12号滨河胡同环路县源东Yong'anü→●◉") {
        expect(covers(faces, font, character), `${font} ${character}`).toBe(true)
      }
    }
    for (const layer of style.layers) {
      if (layer.type !== 'symbol') continue
      expect([[REGULAR_FONT], [MEDIUM_FONT]]).toContainEqual(layer.layout?.['text-font'])
    }
  })

  it('asks only for layers that the city has, once each by id', () => {
    const known = [
      'land',
      'water',
      'green',
      'landuse',
      'buildings',
      'roads',
      'railways',
      'places',
      'districts',
    ]
    const { layers, sources } = basemapStyle({ theme: 'dark', language: 'en', tilesUrl })
    expect(new Set(layers.map((layer) => layer.id)).size).toBe(layers.length)
    for (const layer of layers) {
      if (layer.type === 'background') continue
      expect(Object.keys(sources)).toContain(layer.source)
      if (sources[layer.source]?.type === 'vector') expect(known).toContain(layer['source-layer'])
    }
  })

  it('puts the chosen language first and changes colours with the theme', () => {
    const place = (language: 'zh' | 'en') =>
      JSON.stringify(
        basemapStyle({ theme: 'dark', language, tilesUrl }).layers.find((l) => l.id === 'label-poi'),
      )
    expect(place('zh').indexOf('name_zh')).toBeLessThan(place('zh').indexOf('name_en'))
    expect(place('en').indexOf('name_en')).toBeLessThan(place('en').indexOf('name_zh'))
    const land = (theme: 'light' | 'dark') =>
      JSON.stringify(basemapStyle({ theme, language: 'zh', tilesUrl }).layers.find((l) => l.id === 'land'))
    expect(land('light')).not.toBe(land('dark'))
  })
})
