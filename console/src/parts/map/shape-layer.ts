import type { DefaultProps } from '@deck.gl/core'
import { lookUniforms } from './look-block.ts'
import { MARKER_KINDS } from './marker-glyphs.ts'
import { MARKER_LOOKS, type MarkerLook } from './marker-look.ts'
import { QuadLayer } from './quad-layer.ts'
import { SHAPE_FRAGMENT, SHAPE_UNIFORMS, SHAPE_VERTEX } from './shape-shaders.ts'

export type ShapeLayerProps = {
  look: MarkerLook
  /** Half size of a marker, CSS pixels. */
  radiusPx: number
  /** With glyphs and headings (icons), or without (dots). */
  icons: boolean
  /** From drawGlyphAtlas; deck puts its texture in the place of the canvas once it is uploaded. */
  glyphs: HTMLCanvasElement
}

const defaultProps: DefaultProps<ShapeLayerProps> = {
  look: { type: 'object', value: MARKER_LOOKS.dark, compare: false },
  radiusPx: { type: 'number', value: 12 },
  icons: { type: 'boolean', value: true },
  glyphs: { type: 'image', value: null, async: true } as never,
}

/**
 * Markers drawn as signed distance shapes: one instance is a position (getPosition, two floats) and four marks
 * (getMarks: state, glyph, heading in radians or −1, emphasis), always given as binary attributes. Each state has its
 * own shape, so that colour is never alone.
 */
export class ShapeLayer extends QuadLayer<ShapeLayerProps> {
  static override layerName = 'ShapeLayer'
  static override defaultProps = defaultProps

  protected override readonly shaders = { vs: SHAPE_VERTEX, fs: SHAPE_FRAGMENT, uniforms: SHAPE_UNIFORMS }
  protected override readonly instanceAttributes = {
    instancePositions: { size: 2, accessor: 'getPosition' },
    instanceMarks: { size: 4, accessor: 'getMarks' },
  }

  protected override uniforms() {
    const { look, radiusPx, icons, glyphs } = this.props
    if (!glyphs) return undefined
    const shape = {
      radiusPx,
      icons: icons ? 1 : 0,
      glyphCount: MARKER_KINDS.length,
      ...lookUniforms(look),
      glyphTexture: glyphs,
    }
    return { shape }
  }
}
