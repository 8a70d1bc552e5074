/** Where the display lies under a canvas: left and top edge in the Mercator square, CSS pixels. */
export type PaintView = {
  left: number
  top: number
  /** CSS pixels of the whole square. */
  scale: number
  width: number
  height: number
  /** Device pixels of a CSS pixel. */
  ratio: number
}

export type GlPassOptions = {
  vertex: string
  fragment: string
  /** Floats of an instance by the attribute's name; each attribute has a buffer of its own. */
  attributes: Readonly<Record<string, number>>
  /** Name of the uniform block of what seldom changes (std140, see setBlock). */
  block?: string
}

/**
 * What every vertex shader begins with: the square's corner and the way from the Mercator square to the canvas.
 * `place` is the origin's place on the canvas and the scale; `view` the size of the canvas and its pixel ratio.
 */
export const VERTEX_HEAD = `\
#version 300 es
precision highp float;
in vec2 corner;
uniform vec3 place;
uniform vec3 view;
vec2 onCanvas(vec2 offset) { return offset * place.z + place.xy; }
vec4 toClip(vec2 px) { return vec4(px.x * 2.0 / view.x - 1.0, 1.0 - px.y * 2.0 / view.y, 0.0, 1.0); }
`

export const FRAGMENT_HEAD = `\
#version 300 es
precision highp float;
`

const CORNERS = new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1])

/**
 * One drawing of squares, a square for each instance, whose positions are offsets in the Mercator square. Its shaders
 * are compiled beside the page: nothing is asked of them until the first draw.
 */
export class GlPass {
  readonly #gl: WebGL2RenderingContext
  readonly #program: WebGLProgram
  readonly #vertexArray: WebGLVertexArrayObject
  readonly #buffers = new Map<string, WebGLBuffer>()
  /** What the buffers hold. */
  readonly #values = new Map<string, Float32Array>()
  readonly #block: WebGLBuffer | null = null
  readonly #blockName: string | undefined
  readonly #uniforms = new Map<string, WebGLUniformLocation | null>()
  #linked = false
  #count = 0

  constructor(gl: WebGL2RenderingContext, { vertex, fragment, attributes, block }: GlPassOptions) {
    this.#gl = gl
    const names = ['corner', ...Object.keys(attributes)]
    this.#program = compile(gl, vertex, fragment, names)
    this.#vertexArray = gl.createVertexArray()
    gl.bindVertexArray(this.#vertexArray)
    this.#attribute('corner', 0, 2, 0)
    gl.bufferData(gl.ARRAY_BUFFER, CORNERS, gl.STATIC_DRAW)
    for (const [name, size] of Object.entries(attributes)) this.#attribute(name, names.indexOf(name), size, 1)
    gl.bindVertexArray(null)
    this.#blockName = block
    if (block) this.#block = gl.createBuffer()
  }

  /** Gives an attribute its values, which nobody changes any more; the number of instances comes with it. */
  set(name: string, values: Float32Array, count: number): void {
    const gl = this.#gl
    this.#count = count
    if (isSame(this.#values.get(name), values)) return
    this.#values.set(name, values)
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffers.get(name) ?? null)
    gl.bufferData(gl.ARRAY_BUFFER, values, gl.DYNAMIC_DRAW)
  }

  /** Fills the uniform block. */
  setBlock(values: Float32Array): void {
    const gl = this.#gl
    gl.bindBuffer(gl.UNIFORM_BUFFER, this.#block)
    gl.bufferData(gl.UNIFORM_BUFFER, values, gl.DYNAMIC_DRAW)
  }

  uniform(name: string): WebGLUniformLocation | null {
    const known = this.#uniforms.get(name)
    if (known !== undefined) return known
    const found = this.#gl.getUniformLocation(this.#program, name)
    this.#uniforms.set(name, found)
    return found
  }

  /**
   * Draws all instances, whose positions count from `origin`. `also` sets what uniforms the shaders have besides. Throws
   * at the first time when the shaders do not compile.
   */
  draw(view: PaintView, origin: readonly [number, number], also?: () => void): void {
    if (this.#count === 0) return
    const gl = this.#gl
    if (!this.#linked) this.#link()
    // biome-ignore lint/correctness/useHookAtTopLevel: WebGL's, not React's.
    gl.useProgram(this.#program)
    gl.bindVertexArray(this.#vertexArray)
    if (this.#block) gl.bindBufferBase(gl.UNIFORM_BUFFER, 0, this.#block)
    const x = (origin[0] - view.left) * view.scale
    const y = (origin[1] - view.top) * view.scale
    gl.uniform3f(this.uniform('place'), x, y, view.scale)
    gl.uniform3f(this.uniform('view'), view.width, view.height, view.ratio)
    also?.()
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.#count)
  }

  #link(): void {
    const gl = this.#gl
    const program = this.#program
    if (!gl.getProgramParameter(program, gl.LINK_STATUS) && !gl.isContextLost()) {
      throw new Error(`The markers' shaders do not link: ${gl.getProgramInfoLog(program)}`)
    }
    if (this.#blockName) {
      gl.uniformBlockBinding(program, gl.getUniformBlockIndex(program, this.#blockName), 0)
    }
    this.#linked = true
  }

  #attribute(name: string, location: number, size: number, divisor: number): void {
    const gl = this.#gl
    const buffer = gl.createBuffer()
    this.#buffers.set(name, buffer)
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer)
    gl.enableVertexAttribArray(location)
    gl.vertexAttribPointer(location, size, gl.FLOAT, false, 0, 0)
    gl.vertexAttribDivisor(location, divisor)
  }
}

const isSame = (held: Float32Array | undefined, values: Float32Array): boolean =>
  held?.length === values.length && held.every((value, i) => value === values[i])

/** Begins to compile a program whose attributes have the places of their names. */
function compile(
  gl: WebGL2RenderingContext,
  vertex: string,
  fragment: string,
  attributes: readonly string[],
): WebGLProgram {
  const program = gl.createProgram()
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(type)
    // A context that is lost makes nothing; it says so by its event.
    if (!shader) continue
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    gl.attachShader(program, shader)
    gl.deleteShader(shader)
  }
  for (const [location, name] of attributes.entries()) gl.bindAttribLocation(program, location, name)
  gl.linkProgram(program)
  return program
}
