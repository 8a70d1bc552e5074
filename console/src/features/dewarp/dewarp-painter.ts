import { FISHEYE_CIRCLE } from '@backlot/contract/devices/constants'
import { type DewarpView, stripHeightDeg, tilesOf } from './dewarp-view.ts'
import { axesOf } from './lens.ts'

/** lost: the graphics card was taken away and may come back; missing: this browser has no WebGL. */
export type PainterState = 'ready' | 'lost' | 'missing'

const VERTEX = `
attribute vec2 corner;
varying vec2 at;
void main() {
  at = corner;
  gl_Position = vec4(corner, 0.0, 1.0);
}`

/** What lens.ts computes, for each pixel. */
const FRAGMENT = `
#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
#else
precision mediump float;
#endif
varying vec2 at;
uniform sampler2D picture;
uniform vec3 middle, right, up;
uniform vec3 strip; // middle, half width, height; radians. No height: a camera
uniform vec2 radius; // of the circle, in parts of the picture
uniform float centre; // of the circle, from above
void main() {
  vec3 ray = middle + at.x * right + at.y * up;
  if (strip.z > 0.0) {
    float pan = strip.x + at.x * strip.y;
    float tilt = (1.0 - at.y) * 0.5 * strip.z;
    ray = vec3(sin(pan) * cos(tilt), cos(pan) * cos(tilt), -sin(tilt));
  }
  float aside = max(length(ray.xy), 1e-6);
  float part = atan(aside, -ray.z) / 1.5707963;
  vec2 spot = vec2(0.5, centre) + vec2(ray.x, -ray.y) * (part / aside) * radius;
  gl_FragColor = part <= 1.0 ? vec4(texture2D(picture, spot).rgb, 1.0) : vec4(0.04, 0.06, 0.08, 1.0);
}`

const RAD = Math.PI / 180
const NAMES = ['middle', 'right', 'up', 'strip', 'radius', 'centre'] as const

type Program = Record<(typeof NAMES)[number], WebGLUniformLocation | null>

/**
 * Paints views of fish-eyes. One for the page, however many windows there are, for a browser takes the drawing contexts
 * of many away; it paints on a canvas of its own, from where the windows take their pictures.
 */
class DewarpPainter {
  readonly #canvas = document.createElement('canvas')
  readonly #gl: WebGLRenderingContext | null
  readonly #listeners = new Set<() => void>()
  #program: Program | undefined

  constructor() {
    this.#gl = this.#canvas.getContext('webgl', { alpha: false, antialias: false, depth: false })
    if (!this.#gl) return
    this.#program = prepare(this.#gl)
    this.#canvas.addEventListener('webglcontextlost', (event) => {
      // Without it the browser gives no context back.
      event.preventDefault()
      this.#program = undefined
      this.#tell()
    })
    this.#canvas.addEventListener('webglcontextrestored', () => {
      this.#program = prepare(this.#gl!)
      this.#tell()
    })
  }

  get state(): PainterState {
    if (!this.#gl) return 'missing'
    return this.#program ? 'ready' : 'lost'
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Paints what a view shows of a video's picture into all of a canvas. */
  paint(target: HTMLCanvasElement, video: HTMLVideoElement, view: DewarpView): void {
    const [gl, program, context] = [this.#gl, this.#program, target.getContext('2d')]
    const { width, height } = target
    if (!gl || !program || !context || width === 0 || height === 0) return
    if (this.#canvas.width < width) this.#canvas.width = width
    if (this.#canvas.height < height) this.#canvas.height = height
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGB, gl.RGB, gl.UNSIGNED_BYTE, video)
    gl.uniform2f(
      program.radius,
      (FISHEYE_CIRCLE.radius * video.videoHeight) / video.videoWidth,
      FISHEYE_CIRCLE.radius,
    )
    gl.uniform1f(program.centre, FISHEYE_CIRCLE.middle)
    for (const tile of tilesOf(view)) {
      const [left, top] = [Math.round(tile.left * width), Math.round(tile.top * height)]
      const [right, foot] = [
        Math.round((tile.left + tile.width) * width),
        Math.round((tile.top + tile.height) * height),
      ]
      gl.viewport(left, height - foot, right - left, foot - top)
      const aspect = (right - left) / (foot - top)
      if (tile.aim) {
        const axes = axesOf(tile.aim, aspect)
        for (const name of ['middle', 'right', 'up'] as const) gl.uniform3f(program[name], ...axes[name])
        gl.uniform3f(program.strip, 0, 0, 0)
      } else gl.uniform3f(program.strip, tile.middleDeg * RAD, 90 * RAD, stripHeightDeg(aspect) * RAD)
      gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4)
    }
    context.drawImage(this.#canvas, 0, this.#canvas.height - height, width, height, 0, 0, width, height)
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

let painter: DewarpPainter | undefined

/** The page's painter. */
export function dewarpPainter(): DewarpPainter {
  painter ??= new DewarpPainter()
  return painter
}

/** Undefined while the context is lost. */
function prepare(gl: WebGLRenderingContext): Program | undefined {
  const program = gl.createProgram()
  for (const [type, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(type)
    if (!shader || !program) return undefined
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    gl.attachShader(program, shader)
  }
  gl.linkProgram(program)
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) return undefined
  // biome-ignore lint/correctness/useHookAtTopLevel: a function of WebGL, no hook
  gl.useProgram(program)
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer())
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 1, -1, -1, 1, 1, 1]), gl.STATIC_DRAW)
  const corner = gl.getAttribLocation(program, 'corner')
  gl.enableVertexAttribArray(corner)
  gl.vertexAttribPointer(corner, 2, gl.FLOAT, false, 0, 0)
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture())
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.LINEAR)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
  return Object.fromEntries(NAMES.map((name) => [name, gl.getUniformLocation(program, name)])) as Program
}
