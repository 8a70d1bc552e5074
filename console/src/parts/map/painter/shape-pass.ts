import { drawGlyphAtlas } from '../glyph-atlas.ts'
import { MARKER_KINDS } from '../marker-glyphs.ts'
import type { MarkerLook } from '../marker-look.ts'
import { SHAPE_BLOCK, SHAPE_BODY } from '../shape-shaders.ts'
import { FRAGMENT_HEAD, GlPass, type PaintView, VERTEX_HEAD } from './gl-pass.ts'
import { lookFloats } from './look-floats.ts'

const DOT_PX = 5.5
const ICON_PX = 12.5

const VERTEX = `\
${VERTEX_HEAD}
${SHAPE_BLOCK}
in vec2 offsets;
in vec4 marks;
out vec2 vPoint;
out vec4 vMarks;
void main(void) {
  vPoint = corner * (shape.radiusPx * 1.9 + 3.0);
  vMarks = marks;
  gl_Position = toClip(onCanvas(offsets) + vec2(vPoint.x, -vPoint.y));
}
`

const FRAGMENT = `\
${FRAGMENT_HEAD}
${SHAPE_BLOCK}
uniform sampler2D glyphTexture;
${SHAPE_BODY}`

/** Markers: dots, or icons with glyphs and headings; each state has a shape of its own. */
export class ShapePass {
  readonly #gl: WebGL2RenderingContext
  readonly #pass: GlPass
  readonly #glyphs: WebGLTexture
  #look: MarkerLook | undefined
  #icons: boolean | undefined

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl
    this.#pass = new GlPass(gl, {
      vertex: VERTEX,
      fragment: FRAGMENT,
      attributes: { offsets: 2, marks: 4 },
      block: 'shapeUniforms',
    })
    this.#glyphs = gl.createTexture()
    gl.bindTexture(gl.TEXTURE_2D, this.#glyphs)
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, drawGlyphAtlas())
    for (const side of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T]) {
      gl.texParameteri(gl.TEXTURE_2D, side, gl.CLAMP_TO_EDGE)
    }
    gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
  }

  /** `marks`: four floats a marker, as frames have them. */
  set(offsets: Float32Array, marks: Float32Array, look: MarkerLook, icons: boolean): void {
    const count = offsets.length / 2
    this.#pass.set('offsets', offsets, count)
    this.#pass.set('marks', marks, count)
    if (look === this.#look && icons === this.#icons) return
    this.#look = look
    this.#icons = icons
    const head = [icons ? ICON_PX : DOT_PX, icons ? 1 : 0, MARKER_KINDS.length, 0]
    this.#pass.setBlock(Float32Array.from([...head, ...lookFloats(look)]))
  }

  draw(view: PaintView, origin: readonly [number, number]): void {
    const gl = this.#gl
    this.#pass.draw(view, origin, () => gl.bindTexture(gl.TEXTURE_2D, this.#glyphs))
  }
}
