import type { Map as LibreMap } from 'maplibre-gl'
import type { MarkerFrame } from '../marker-frame.ts'
import type { MarkerLook } from '../marker-look.ts'
import { mercatorX, mercatorY, WORLD_PX } from '../mercator.ts'
import { DonutPass } from './donut-pass.ts'
import type { PaintView } from './gl-pass.ts'
import { PulsePass } from './pulse-pass.ts'
import { ShapePass } from './shape-pass.ts'
import { SpritePass } from './sprite-pass.ts'
import { spritesOf } from './sprites.ts'
import { TextAtlas } from './text-atlas.ts'
import './marker-painter.css'

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

const NO_ORIGIN = [0, 0] as const

/**
 * Draws markers on a canvas of their own over a map that is flat and looks north: at most five draws of squares. When
 * the map moves they are drawn again with it, in the same animation frame.
 */
export class MarkerPainter {
  readonly #map: LibreMap
  readonly #canvas = document.createElement('canvas')
  readonly #gl: WebGL2RenderingContext
  readonly #onError: (error: Error) => void
  #passes: Passes | undefined
  #picture: Picture | undefined
  #phase = 0
  /** Of the canvas, CSS pixels, and device pixels of each. */
  #size = { width: 0, height: 0, ratio: 1 }
  #painted: PaintView | undefined

  /** Throws where there is no WebGL 2. */
  constructor(map: LibreMap, onError: (error: Error) => void) {
    this.#map = map
    this.#onError = onError
    const canvas = this.#canvas
    canvas.className = 'marker-canvas'
    canvas.setAttribute('aria-hidden', 'true')
    const gl = canvas.getContext('webgl2', { depth: false, stencil: false, antialias: false })
    if (!gl) throw new Error('no WebGL 2')
    this.#gl = gl
    this.#passes = makePasses(gl)
    canvas.addEventListener('webglcontextlost', this.#lost)
    canvas.addEventListener('webglcontextrestored', this.#restored)
    map.getCanvas().after(canvas)
    map.on('resize', this.#resize)
    map.on('render', this.#follow)
    this.#resize()
  }

  /** Takes a frame or another look in and draws it. */
  show(picture: Picture, phase: number): void {
    this.#picture = picture
    this.#phase = phase
    this.#upload()
    this.#paint(this.#viewNow())
  }

  /** Draws the same with its rings elsewhere. */
  pulse(phase: number): void {
    this.#phase = phase
    this.#paint(this.#viewNow())
  }

  remove(): void {
    this.#map.off('resize', this.#resize)
    this.#map.off('render', this.#follow)
    this.#canvas.removeEventListener('webglcontextlost', this.#lost)
    this.#canvas.removeEventListener('webglcontextrestored', this.#restored)
    this.#canvas.remove()
    this.#gl.getExtension('WEBGL_lose_context')?.loseContext()
  }

  readonly #resize = (): void => {
    const { clientWidth, clientHeight, width, height } = this.#map.getCanvas()
    this.#size = { width: clientWidth, height: clientHeight, ratio: width / (clientWidth || 1) }
    this.#canvas.width = width
    this.#canvas.height = height
    this.#gl.viewport(0, 0, width, height)
    this.#paint(this.#viewNow())
  }

  /** The map drew itself: markers that it left behind follow. */
  readonly #follow = (): void => {
    const view = this.#viewNow()
    const { left, top, scale } = this.#painted ?? view
    if (view.left !== left || view.top !== top || view.scale !== scale) this.#paint(view)
  }

  readonly #lost = (event: Event): void => {
    event.preventDefault()
    this.#passes = undefined
  }

  readonly #restored = (): void => {
    try {
      this.#passes = makePasses(this.#gl)
      this.#upload()
      this.#resize()
    } catch (error) {
      this.#onError(error instanceof Error ? error : new Error(String(error)))
    }
  }

  #viewNow(): PaintView {
    const centre = this.#map.getCenter()
    const middle = this.#map.project(centre)
    const scale = WORLD_PX * 2 ** this.#map.getZoom()
    return {
      left: mercatorX(centre.lng) - middle.x / scale,
      top: mercatorY(centre.lat) - middle.y / scale,
      scale,
      ...this.#size,
    }
  }

  #upload(): void {
    const passes = this.#passes
    if (!passes || !this.#picture) return
    const { frame, look, nameOf } = this.#picture
    const offsets = aggregateOffsets(frame)
    passes.donuts.set(frame.aggregates, offsets, look)
    passes.pulses.set(frame.positions, frame.alarmed, look)
    passes.shapes.set(frame.positions, frame.marks, look, frame.mode === 'near')
    passes.atlas.setLook(look, this.#size.ratio)
    passes.sprites.set(spritesOf(frame, offsets, nameOf))
  }

  #paint(view: PaintView): void {
    const passes = this.#passes
    if (!passes || !this.#picture) return
    this.#painted = view
    const gl = this.#gl
    const origin = this.#picture.frame.origin ?? NO_ORIGIN
    gl.clearColor(0, 0, 0, 0)
    gl.clear(gl.COLOR_BUFFER_BIT)
    gl.enable(gl.BLEND)
    // The shaders answer plain colours, the canvas holds premultiplied ones.
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
    passes.donuts.draw(view, origin)
    passes.pulses.draw(view, origin, this.#phase)
    passes.shapes.draw(view, origin)
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
    passes.sprites.draw(view, origin)
  }
}

function makePasses(gl: WebGL2RenderingContext): Passes {
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
