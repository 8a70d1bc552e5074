import { DeckRenderer, type Layer, LayerManager, WebMercatorViewport } from '@deck.gl/core'
import { WebGLDevice } from '@luma.gl/webgl'
import { latitudeOf, longitudeOf, WORLD_PX } from '../mercator.ts'
import type { DrawnView } from './canvas-shift.ts'
import type { FrameFence } from './frame-pacer.ts'
import { glFence } from './gl-fence.ts'

/** CSS pixels, and how many device pixels that is. */
export type CanvasSize = Pick<DrawnView, 'width' | 'height' | 'ratio'> & {
  pixelWidth: number
  pixelHeight: number
}

/** Canvas that first drew each layer: deck keeps their GPU data in the layers themselves. */
const canvases = new WeakMap<Layer, DeckCanvas>()

/**
 * A canvas on which deck.gl draws layers when it is asked to: deck's layer manager and renderer without its `Deck`, whose
 * loop works in every animation frame.
 */
export class DeckCanvas {
  readonly element = document.createElement('canvas')
  /** Whether edges of triangles are smoothed; layers whose shaders do that themselves need it not. */
  readonly antialias: boolean
  readonly #device: WebGLDevice
  readonly #manager: LayerManager
  readonly #renderer: DeckRenderer
  #error: Error | undefined
  #dropped = false

  /** Throws where there is no WebGL 2. */
  constructor(antialias: boolean) {
    this.antialias = antialias
    const gl = this.element.getContext('webgl2', { depth: false, stencil: false, antialias })
    if (!gl) throw new Error('no WebGL 2')
    this.#device = new WebGLDevice({
      _handle: gl,
      createCanvasContext: { canvas: this.element, autoResize: false },
      // Shaders are there when they are drawn with first.
      _disabledFeatures: { 'compilation-status-async-webgl': true },
      _cacheShaders: true,
      _cachePipelines: true,
    })
    const { SRC_ALPHA, ONE, ONE_MINUS_SRC_ALPHA } = gl
    this.#device.setParametersWebGL({
      blend: true,
      blendFunc: [SRC_ALPHA, ONE_MINUS_SRC_ALPHA, ONE, ONE_MINUS_SRC_ALPHA],
    })
    this.#manager = new LayerManager(this.#device, {})
    this.#manager.setProps({
      onError: (error: Error) => {
        this.#error ??= error
      },
    })
    this.#renderer = new DeckRenderer(this.#device)
  }

  isLost(): boolean {
    return this.#dropped || this.#device.isLost
  }

  /** Gives layers up: nothing can be drawn any more. */
  drop(): void {
    if (this.#dropped) return
    this.#dropped = true
    this.#manager.finalize()
    this.#renderer.finalize()
    this.#device.getDefaultCanvasContext().destroy()
    this.#device.destroy()
  }

  /** Empties the canvas where its size is another. */
  resize({ width, height, pixelWidth, pixelHeight }: Omit<CanvasSize, 'ratio'>): void {
    const { element } = this
    element.style.width = `${width}px`
    element.style.height = `${height}px`
    if (element.width !== pixelWidth) element.width = pixelWidth
    if (element.height !== pixelHeight) element.height = pixelHeight
    const context = this.#device.getDefaultCanvasContext()
    context.cssWidth = width
    context.cssHeight = height
    context.setDrawingBufferSize(pixelWidth, pixelHeight)
  }

  /** Draws these layers from now on; those that another canvas has drawn are taken as copies. */
  setLayers(layers: readonly Layer[]): void {
    if (this.isLost()) return
    const own = layers.map((layer) => {
      const drawnBy = canvases.get(layer) ?? this
      canvases.set(layer, drawnBy)
      return drawnBy === this ? layer : layer.clone({})
    })
    this.#manager.setLayers(own)
  }

  /** Answers a fence for the drawing's end; undefined when nothing can be drawn. Throws an error of a layer. */
  paint(view: DrawnView): FrameFence | undefined {
    if (this.isLost()) return undefined
    const { left, top, scale, width, height } = view
    const viewport = new WebMercatorViewport({
      width,
      height,
      longitude: longitudeOf(left + width / 2 / scale),
      latitude: latitudeOf(top + height / 2 / scale),
      zoom: Math.log2(scale / WORLD_PX),
    })
    this.#manager.activateViewport(viewport)
    this.#manager.updateLayers()
    this.#renderer.renderLayers({
      pass: 'screen',
      layers: this.#manager.getLayers(),
      viewports: [viewport],
      views: {},
      onViewportActive: this.#manager.activateViewport,
      effects: [],
    })
    if (this.#error) throw this.#error
    return glFence(this.#device.gl)
  }

  /** Gives the graphics context up, too. */
  end(): void {
    this.drop()
    this.#device.gl.getExtension('WEBGL_lose_context')?.loseContext()
  }
}

/** The last map's, ready for the next. */
let spare: DeckCanvas | undefined

/** A canvas that draws layers, the spare one when it is of that kind. Throws where there is no WebGL 2. */
export function takeDeckCanvas(antialias: boolean): DeckCanvas {
  if (spare?.antialias !== antialias) return new DeckCanvas(antialias)
  const taken = spare
  spare = undefined
  return taken.isLost() ? new DeckCanvas(antialias) : taken
}

/** A map needs its canvas no longer: the next one may. */
export function leaveDeckCanvas(canvas: DeckCanvas): void {
  canvas.element.remove()
  if (spare || canvas.isLost()) {
    canvas.end()
    return
  }
  canvas.resize({ width: 1, height: 1, pixelWidth: 1, pixelHeight: 1 })
  spare = canvas
}
