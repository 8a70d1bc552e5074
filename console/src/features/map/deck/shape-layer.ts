import type { DefaultProps, LayerContext } from '@deck.gl/core'
import type { Texture } from '@luma.gl/core'
import { drawGlyphAtlas } from '../glyph-atlas.ts'
import { lookUniforms } from '../look-block.ts'
import { MARKER_KINDS } from '../marker-glyphs.ts'
import { MARKER_LOOKS, type MarkerLook } from '../marker-look.ts'
import { type Origin, QuadLayer, type QuadState } from './quad-layer.ts'
import { SHAPE_FRAGMENT, SHAPE_UNIFORMS, SHAPE_VERTEX } from './shape-shaders.ts'

type ShapeLayerProps = {
  origin: Origin
  /** Places of the markers from the origin, two numbers each. */
  offsets: Float32Array
  /** Four a marker: state, glyph, heading in radians clockwise from north (−1: none), 1 when emphasised. */
  marks: Float32Array
  look: MarkerLook
  /** Half size of a marker, CSS pixels. */
  radiusPx: number
  /** With glyphs and headings (icons), or without (dots). */
  icons: boolean
}

const NONE = new Float32Array(0)
const defaultProps: DefaultProps<ShapeLayerProps> = {
  origin: { type: 'object', value: [0, 0], compare: false },
  offsets: { type: 'object', value: NONE, compare: false },
  marks: { type: 'object', value: NONE, compare: false },
  look: { type: 'object', value: MARKER_LOOKS.dark, compare: false },
  radiusPx: { type: 'number', value: 12 },
  icons: { type: 'boolean', value: true },
}

/** Markers drawn as signed distance shapes. Each state has a shape of its own, so that colour is never alone. */
export class ShapeLayer extends QuadLayer<ShapeLayerProps> {
  static override layerName = 'ShapeLayer'
  static override defaultProps = defaultProps
  declare state: QuadState & { glyphs: Texture }

  protected override readonly attributes = { offsets: 2, marks: 4 } as const
  protected override readonly shaders = {
    vertex: SHAPE_VERTEX,
    fragment: SHAPE_FRAGMENT,
    uniforms: SHAPE_UNIFORMS,
  }

  override initializeState(context: LayerContext): void {
    super.initializeState(context)
    const image = drawGlyphAtlas()
    const glyphs = context.device.createTexture({
      width: image.width,
      height: image.height,
      sampler: { minFilter: 'linear', magFilter: 'linear' },
    })
    glyphs.copyExternalImage({ image })
    this.setState({ glyphs })
  }

  override finalizeState(context: LayerContext): void {
    super.finalizeState(context)
    this.state.glyphs.destroy()
  }

  protected override instances() {
    const { offsets, marks } = this.props
    return { count: offsets.length / 2, values: { offsets, marks } }
  }

  protected override inputs() {
    const { look, radiusPx, icons } = this.props
    return {
      shape: {
        radiusPx,
        icons: icons ? 1 : 0,
        glyphCount: MARKER_KINDS.length,
        ...lookUniforms(look),
        glyphTexture: this.state.glyphs,
      },
    }
  }
}
