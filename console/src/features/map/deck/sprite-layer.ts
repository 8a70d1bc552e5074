import type { DefaultProps, LayerContext } from '@deck.gl/core'
import { MARKER_LOOKS, type MarkerLook } from '../marker-look.ts'
import { type Origin, QuadLayer, type QuadState } from './quad-layer.ts'
import type { Sprite } from './sprites.ts'
import { ATLAS_HEIGHT, ATLAS_WIDTH, type AtlasBox, TextAtlas } from './text-atlas.ts'

type SpriteLayerProps = {
  origin: Origin
  sprites: readonly Sprite[]
  look: MarkerLook
  /** Device pixels of a CSS pixel. */
  ratio: number
}

const SPRITE_UNIFORMS = {
  name: 'sprite',
  fs: 'uniform sampler2D atlas;\n',
  uniformTypes: {},
} as const

const VERTEX = `\
#version 300 es
#define SHADER_NAME sprite-layer-vertex-shader
in vec2 corner;
in vec2 offsets;
in vec2 shifts;
in vec4 boxes;
out vec2 vAt;
void main(void) {
  vec2 upperLeft = floor((onCanvas(offsets) + shifts) * quad.ratio - boxes.zw * 0.5 + 0.5);
  vec2 within = (corner * 0.5 + 0.5) * boxes.zw;
  vAt = (boxes.xy + within) / vec2(${ATLAS_WIDTH}.0, ${ATLAS_HEIGHT}.0);
  gl_Position = toClip((upperLeft + within) / quad.ratio);
}
`

const FRAGMENT = `\
#version 300 es
#define SHADER_NAME sprite-layer-fragment-shader
precision highp float;
in vec2 vAt;
out vec4 fragColor;
void main(void) { fragColor = texture(atlas, vAt); }
`

const defaultProps: DefaultProps<SpriteLayerProps> = {
  origin: { type: 'object', value: [0, 0], compare: false },
  sprites: { type: 'object', value: [], compare: false },
  look: { type: 'object', value: MARKER_LOOKS.dark, compare: false },
  ratio: { type: 'number', value: 1 },
}

/** Texts out of an atlas, each on whole device pixels. */
export class SpriteLayer extends QuadLayer<SpriteLayerProps> {
  static override layerName = 'SpriteLayer'
  static override defaultProps = defaultProps
  declare state: QuadState & { atlas: TextAtlas }

  protected override readonly attributes = { offsets: 2, shifts: 2, boxes: 4 } as const
  protected override readonly shaders = { vertex: VERTEX, fragment: FRAGMENT, uniforms: SPRITE_UNIFORMS }

  override initializeState(context: LayerContext): void {
    super.initializeState(context)
    this.setState({ atlas: new TextAtlas(context.device) })
  }

  override finalizeState(context: LayerContext): void {
    super.finalizeState(context)
    this.state.atlas.texture.destroy()
  }

  protected override instances() {
    const { sprites, look, ratio } = this.props
    this.state.atlas.setLook(look, ratio)
    const found = this.#boxes()
    this.state.atlas.upload()
    const offsets = new Float32Array(sprites.length * 2)
    const shifts = new Float32Array(sprites.length * 2)
    const boxes = new Float32Array(sprites.length * 4)
    for (const [i, { x, y, rightPx, downPx }] of sprites.entries()) {
      const box = found[i] as AtlasBox
      offsets[i * 2] = x
      offsets[i * 2 + 1] = y
      shifts[i * 2] = rightPx
      shifts[i * 2 + 1] = downPx
      boxes[i * 4] = box.x
      boxes[i * 4 + 1] = box.y
      boxes[i * 4 + 2] = box.width
      boxes[i * 4 + 3] = box.height
    }
    return { count: sprites.length, values: { offsets, shifts, boxes } }
  }

  protected override inputs() {
    return { sprite: { atlas: this.state.atlas.texture } }
  }

  /** Boxes of all texts; when the atlas restarts on the way, once more from the first. */
  #boxes(): AtlasBox[] {
    const { atlas } = this.state
    const before = atlas.builds
    const boxes = this.props.sprites.map(({ style, text }) => atlas.box(style, text))
    if (atlas.builds === before) return boxes
    return this.props.sprites.map(({ style, text }) => atlas.box(style, text))
  }
}
