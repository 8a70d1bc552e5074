import { type DefaultProps, Layer, type LayerProps, project32 } from '@deck.gl/core'
import { Geometry, Model } from '@luma.gl/engine'
import { MARKER_KINDS } from './marker-glyphs.ts'
import type { MarkerLook, Rgb } from './marker-look.ts'
import { SHAPE_FRAGMENT, SHAPE_UNIFORMS, SHAPE_VERTEX } from './shape-shaders.ts'

export type ShapeLayerProps = {
  look: MarkerLook
  /** Half size of a marker, CSS pixels. */
  radiusPx: number
  /** With glyphs and headings (icons), or without (dots). */
  icons: boolean
  /** From drawGlyphAtlas. */
  glyphs: HTMLCanvasElement
}

/** Texture in place of the canvas, once deck has uploaded it. */
type Uploaded = Omit<ShapeLayerProps, 'glyphs'> & { glyphs: unknown }

const defaultProps: DefaultProps<ShapeLayerProps> = {
  look: { type: 'object', value: undefined as unknown as MarkerLook, compare: false },
  radiusPx: { type: 'number', value: 12 },
  icons: { type: 'boolean', value: true },
  glyphs: { type: 'image', value: null, async: true } as never,
}

const unit = (colour: Rgb): number[] => colour.map((part) => part / 255)

/**
 * Markers drawn as signed distance shapes: one instance is a position (getPosition, two floats) and four marks
 * (getMarks: state, glyph, heading in radians or −1, emphasis), always given as binary attributes. Each state has its
 * own shape, so that colour is never alone.
 */
export class ShapeLayer extends Layer<Required<ShapeLayerProps>> {
  static override layerName = 'ShapeLayer'
  static override defaultProps = defaultProps
  declare state: { model?: Model }

  override getShaders() {
    return super.getShaders({
      vs: SHAPE_VERTEX,
      fs: SHAPE_FRAGMENT,
      modules: [project32, SHAPE_UNIFORMS],
    })
  }

  override initializeState() {
    this.getAttributeManager()?.addInstanced({
      instancePositions: { size: 2, accessor: 'getPosition' },
      instanceMarks: { size: 4, accessor: 'getMarks' },
    })
    this.setState({
      model: new Model(this.context.device, {
        ...this.getShaders(),
        id: this.props.id,
        bufferLayout: this.getAttributeManager()?.getBufferLayouts() ?? [],
        geometry: new Geometry({
          topology: 'triangle-strip',
          attributes: { positions: { size: 2, value: new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]) } },
        }),
        isInstanced: true,
      }),
    })
  }

  override draw() {
    const { look, radiusPx, icons, glyphs } = this.props as unknown as Uploaded & LayerProps
    const { model } = this.state
    if (!model || !glyphs) return
    model.shaderInputs.setProps({
      shape: {
        radiusPx,
        icons: icons ? 1 : 0,
        glyphCount: MARKER_KINDS.length,
        offline: unit(look.states.offline),
        online: unit(look.states.online),
        processed: unit(look.states.processed),
        gpsLost: unit(look.states.gpsLost),
        alarm: unit(look.states.alarm),
        paper: unit(look.paper),
        halo: unit(look.halo),
        accent: unit(look.accent),
        glyphTexture: glyphs,
      },
    })
    model.draw(this.context.renderPass)
  }
}
