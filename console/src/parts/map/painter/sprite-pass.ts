import { FRAGMENT_HEAD, GlPass, type PaintView, VERTEX_HEAD } from './gl-pass.ts'
import type { Sprite } from './sprites.ts'
import { ATLAS_HEIGHT, ATLAS_WIDTH, type AtlasBox, type TextAtlas } from './text-atlas.ts'

const VERTEX = `\
${VERTEX_HEAD}
in vec2 offsets;
in vec2 shifts;
in vec4 boxes;
out vec2 vAt;
void main(void) {
  vec2 upperLeft = floor((onCanvas(offsets) + shifts) * view.z - boxes.zw * 0.5 + 0.5);
  vec2 within = (corner * 0.5 + 0.5) * boxes.zw;
  vAt = (boxes.xy + within) / vec2(${ATLAS_WIDTH}.0, ${ATLAS_HEIGHT}.0);
  gl_Position = toClip((upperLeft + within) / view.z);
}
`

const FRAGMENT = `\
${FRAGMENT_HEAD}
uniform sampler2D atlas;
in vec2 vAt;
out vec4 fragColor;
void main(void) { fragColor = texture(atlas, vAt); }
`

/** Texts out of an atlas, each on whole device pixels. */
export class SpritePass {
  readonly #gl: WebGL2RenderingContext
  readonly #pass: GlPass
  readonly #atlas: TextAtlas

  constructor(gl: WebGL2RenderingContext, atlas: TextAtlas) {
    this.#gl = gl
    this.#atlas = atlas
    this.#pass = new GlPass(gl, {
      vertex: VERTEX,
      fragment: FRAGMENT,
      attributes: { offsets: 2, shifts: 2, boxes: 4 },
    })
  }

  set(sprites: readonly Sprite[]): void {
    const found = this.#boxesOf(sprites)
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
    this.#pass.set('offsets', offsets, sprites.length)
    this.#pass.set('shifts', shifts, sprites.length)
    this.#pass.set('boxes', boxes, sprites.length)
  }

  draw(view: PaintView, origin: readonly [number, number]): void {
    const gl = this.#gl
    this.#pass.draw(view, origin, () => gl.bindTexture(gl.TEXTURE_2D, this.#atlas.texture))
  }

  /** Boxes of all texts; when the atlas starts anew on the way, once more from the first. */
  #boxesOf(sprites: readonly Sprite[]): AtlasBox[] {
    const atlas = this.#atlas
    const before = atlas.builds
    const boxes = sprites.map(({ style, text }) => atlas.box(style, text))
    return atlas.builds === before ? boxes : sprites.map(({ style, text }) => atlas.box(style, text))
  }
}
