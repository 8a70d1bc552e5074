import type { MarkerFrame } from '../marker-frame.ts'
import type { MarkerLook } from '../marker-look.ts'
import { DonutPass } from './donut-pass.ts'
import type { FrameFence } from './frame-pacer.ts'
import { glFence } from './gl-fence.ts'
import type { PaintView } from './gl-pass.ts'
import { PulsePass } from './pulse-pass.ts'
import { ShapePass } from './shape-pass.ts'
import { SpritePass } from './sprite-pass.ts'
import { spritesOf } from './sprites.ts'
import { TextAtlas } from './text-atlas.ts'

type Passes = {
  donuts: DonutPass
  pulses: PulsePass
  shapes: ShapePass
  sprites: SpritePass
  atlas: TextAtlas
}

/** A frame as it is to be seen. `nameOf` answers undefined for a name that cannot be drawn yet. */
export type Picture = {
  frame: MarkerFrame
  look: MarkerLook
  nameOf: (id: number) => string | undefined
}

/** CSS pixels, and how many device pixels that is. */
export type CanvasSize = Pick<PaintView, 'width' | 'height' | 'ratio'> & {
  pixelWidth: number
  pixelHeight: number
}

const NO_ORIGIN = [0, 0] as const

/** A canvas that draws markers: at most five draws of squares. */
export class MarkerCanvas {
  readonly element = document.createElement('canvas')
  readonly #gl: WebGL2RenderingContext
  #passes: Passes | undefined

  /** Throws where there is no WebGL 2. */
  constructor() {
    const gl = this.element.getContext('webgl2', { depth: false, stencil: false, antialias: false })
    if (!gl) throw new Error('no WebGL 2')
    this.#gl = gl
    this.makePasses()
  }

  isLost(): boolean {
    return this.#gl.isContextLost()
  }

  /** Once more after the graphics context was lost and is there again. */
  makePasses(): void {
    this.#passes = passesOf(this.#gl)
  }

  /** Nothing can be drawn any more, until passes are made again. */
  dropPasses(): void {
    this.#passes = undefined
  }

  /** Empties the canvas where its size is another. */
  resize({ width, height, pixelWidth, pixelHeight }: Omit<CanvasSize, 'ratio'>): void {
    const { element } = this
    element.style.width = `${width}px`
    element.style.height = `${height}px`
    if (element.width !== pixelWidth) element.width = pixelWidth
    if (element.height !== pixelHeight) element.height = pixelHeight
  }

  /** Takes in what is to be drawn, with so many device pixels to a CSS pixel. */
  upload({ frame, look, nameOf }: Picture, ratio: number): void {
    const passes = this.#passes
    if (!passes) return
    const offsets = aggregateOffsets(frame)
    passes.donuts.set(frame.aggregates, offsets, look)
    passes.pulses.set(frame.positions, frame.alarmed, look)
    passes.shapes.set(frame.positions, frame.marks, look, frame.mode === 'near')
    passes.atlas.setLook(look, ratio)
    passes.sprites.set(spritesOf(frame, offsets, nameOf))
  }

  /**
   * Draws what was taken in. Answers what tells of its end; undefined when nothing can be drawn. Throws at the first time
   * when shaders do not compile.
   */
  paint(view: PaintView, origin: readonly [number, number] = NO_ORIGIN, phase = 0): FrameFence | undefined {
    const passes = this.#passes
    if (!passes) return undefined
    const gl = this.#gl
    gl.viewport(0, 0, this.element.width, this.element.height)
    gl.clearColor(0, 0, 0, 0)
    gl.clear(gl.COLOR_BUFFER_BIT)
    gl.enable(gl.BLEND)
    // The shaders answer plain colours, the canvas holds premultiplied ones.
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
    passes.donuts.draw(view, origin)
    passes.pulses.draw(view, origin, phase)
    passes.shapes.draw(view, origin)
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
    passes.sprites.draw(view, origin)
    return glFence(gl)
  }

  /** Gives the graphics context up. */
  end(): void {
    this.#passes = undefined
    this.#gl.getExtension('WEBGL_lose_context')?.loseContext()
  }
}

/** The last map's, ready for the next. */
let spare: MarkerCanvas | undefined

/** A canvas that draws markers, the spare one when there is one. Throws where there is no WebGL 2. */
export function takeMarkerCanvas(): MarkerCanvas {
  const taken = spare
  spare = undefined
  if (taken && !taken.isLost()) return taken
  return new MarkerCanvas()
}

/** A map needs its canvas no longer: the next one may. */
export function leaveMarkerCanvas(canvas: MarkerCanvas): void {
  canvas.element.remove()
  if (spare || canvas.isLost()) {
    canvas.end()
    return
  }
  canvas.resize({ width: 1, height: 1, pixelWidth: 1, pixelHeight: 1 })
  spare = canvas
}

function passesOf(gl: WebGL2RenderingContext): Passes {
  const atlas = new TextAtlas(gl)
  return {
    donuts: new DonutPass(gl),
    pulses: new PulsePass(gl),
    shapes: new ShapePass(gl),
    sprites: new SpritePass(gl, atlas),
    atlas,
  }
}

/** Places of the aggregates from the frame's origin. */
function aggregateOffsets({ aggregates, origin }: MarkerFrame): Float32Array {
  const { positions } = aggregates
  const [x, y] = origin ?? NO_ORIGIN
  return Float32Array.from(positions, (value, i) => value - (i % 2 === 0 ? x : y))
}
