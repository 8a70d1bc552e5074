import type { Map as LibreMap } from 'maplibre-gl'
import { mercatorX, mercatorY, WORLD_PX } from '../mercator.ts'
import type { PaintView } from './gl-pass.ts'
import { leaveMarkerCanvas, type Picture, takeMarkerCanvas } from './marker-canvas.ts'
import './marker-painter.css'

/**
 * Draws markers on a canvas of their own over a map that is flat and looks north. When the map moves they are drawn
 * again with it, in the same animation frame.
 */
export class MarkerPainter {
  readonly #map: LibreMap
  readonly #canvas = takeMarkerCanvas()
  readonly #onError: (error: Error) => void
  #picture: Picture | undefined
  #phase = 0
  /** Of the canvas, CSS pixels, and device pixels of each. */
  #size = { width: 0, height: 0, ratio: 1 }
  #painted: PaintView | undefined

  /** Throws where there is no WebGL 2. */
  constructor(map: LibreMap, onError: (error: Error) => void) {
    this.#map = map
    this.#onError = onError
    const { element } = this.#canvas
    element.className = 'marker-canvas'
    element.setAttribute('aria-hidden', 'true')
    element.addEventListener('webglcontextlost', this.#lost)
    element.addEventListener('webglcontextrestored', this.#restored)
    map.getCanvas().after(element)
    map.on('resize', this.#resize)
    map.on('render', this.#follow)
    this.#resize()
  }

  /** Takes a frame or another look in and draws it. */
  show(picture: Picture, phase: number): void {
    this.#picture = picture
    this.#phase = phase
    this.#canvas.upload(picture, this.#size.ratio)
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
    this.#canvas.element.removeEventListener('webglcontextlost', this.#lost)
    this.#canvas.element.removeEventListener('webglcontextrestored', this.#restored)
    leaveMarkerCanvas(this.#canvas)
  }

  readonly #resize = (): void => {
    const { clientWidth, clientHeight, width, height } = this.#map.getCanvas()
    // A map that is hidden has no width: it is told again when it is shown.
    const ratio = clientWidth === 0 ? this.#size.ratio : width / clientWidth
    this.#size = { width: clientWidth, height: clientHeight, ratio }
    this.#canvas.resize(width, height)
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
    this.#canvas.dropPasses()
  }

  readonly #restored = (): void => {
    this.#canvas.makePasses()
    if (this.#picture) this.#canvas.upload(this.#picture, this.#size.ratio)
    this.#resize()
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

  #paint(view: PaintView): void {
    if (!this.#picture) return
    try {
      const painted = this.#canvas.paint(view, this.#picture.frame.origin ?? undefined, this.#phase)
      if (painted) this.#painted = view
    } catch (error) {
      this.#canvas.dropPasses()
      this.#onError(error instanceof Error ? error : new Error(String(error)))
    }
  }
}
