import type { Layer } from '@deck.gl/core'
import type { Map as LibreMap } from 'maplibre-gl'
import { mercatorX, mercatorY, WORLD_PX } from '../mercator.ts'
import { canvasShift, type DrawnView, isSameView } from './canvas-shift.ts'
import { type CanvasSize, type DeckCanvas, leaveDeckCanvas, takeDeckCanvas } from './deck-canvas.ts'
import { FramePacer } from './frame-pacer.ts'
import './deck-overlay.css'

/** The frame in flight is asked after this often. */
const LOOK_MS = 16
/** A moving map that has drawn itself this shortly before draws itself again: layers wait for it, not to be drawn twice. */
const MAP_FRAME_MS = 50

/** Picture to show: its layers, the same ones under the same ids each time. */
export type Picture = {
  /** Layers for this many device pixels to a CSS pixel; `phase` (0 … 1) is the position of rings that run outwards. */
  layers(ratio: number, phase: number): readonly Layer[]
}

type DeckOverlayEvents<Shown> = {
  /** This picture is on the screen (or never can be). */
  onShown?(picture: Shown): void
  /** The GPU has drawn it (or never can): there is room for the next one. */
  onDrawn?(picture: Shown): void
  onError(error: Error): void
}

type DeckOverlayOptions = {
  /** Smooths edges of triangles. */
  antialias?: boolean
  takeCanvas?: (antialias: boolean) => DeckCanvas
}

/**
 * Draws layers of deck.gl on a canvas of their own over a map that is flat and looks north. When the map moves they are
 * drawn again with it, in the same animation frame. While the GPU is behind, the drawn picture is moved and scaled with
 * the map instead, until there is room for the newest one; those in between are left out.
 */
export class DeckOverlay<Shown extends Picture> {
  readonly #map: LibreMap
  readonly #events: DeckOverlayEvents<Shown>
  readonly #takeCanvas: () => DeckCanvas
  readonly #pacer = new FramePacer()
  #canvas: DeckCanvas
  #picture: Shown | undefined
  #phase = 0
  /** The screen needs to be redrawn. */
  #due = false
  /** Picture last given to the canvas, and its device pixels per CSS pixel. */
  #taken: { picture: Shown; ratio: number; phase: number } | undefined
  #shown: { picture: Shown; view: DrawnView } | undefined
  #size: CanvasSize = { width: 0, height: 0, ratio: 1, pixelWidth: 0, pixelHeight: 0 }
  #transform = ''
  #renderedMs = Number.NEGATIVE_INFINITY
  #asked = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #removed = false

  /** Throws where there is no WebGL 2. */
  constructor(
    map: LibreMap,
    events: DeckOverlayEvents<Shown>,
    { antialias = false, takeCanvas = takeDeckCanvas }: DeckOverlayOptions = {},
  ) {
    this.#map = map
    this.#events = events
    this.#takeCanvas = () => takeCanvas(antialias)
    this.#canvas = this.#takeCanvas()
    this.#mount()
    map.on('resize', this.#resize)
    map.on('render', this.#follow)
    this.#resize()
  }

  /** The picture that is on the screen; undefined before the first one and while nothing can be drawn. */
  get shown(): Shown | undefined {
    return this.#shown?.picture
  }

  /** Whether the picture on the screen was drawn for the map's present view, with all that was given to be shown. */
  get isCurrent(): boolean {
    return !this.#due && this.#isDrawnFor(this.#viewNow())
  }

  /** Least time between pictures of the same view, ms. */
  get everyMs(): number {
    return this.#pacer.everyMs
  }

  /** Takes a picture in: it is drawn as soon as there is room, unless a newer one comes before. */
  show(picture: Shown, phase = 0): void {
    this.#picture = picture
    this.#phase = phase
    this.#due = true
    this.#catchUp()
  }

  /** Draws the same with its rings elsewhere, if there is room. */
  pulse(phase: number): void {
    this.#phase = phase
    if (!this.#hasRoom() && this.#pacer.isInFlight) return
    this.#due = true
    this.#catchUp()
  }

  remove(): void {
    this.#removed = true
    clearTimeout(this.#timer)
    cancelAnimationFrame(this.#asked)
    this.#pacer.reset()
    this.#map.off('resize', this.#resize)
    this.#map.off('render', this.#follow)
    this.#unmount()
    leaveDeckCanvas(this.#canvas)
  }

  #mount(): void {
    const { element } = this.#canvas
    element.className = 'deck-canvas'
    element.style.cssText = ''
    element.setAttribute('aria-hidden', 'true')
    element.addEventListener('webglcontextlost', this.#lost)
    element.addEventListener('webglcontextrestored', this.#restored)
    this.#map.getCanvas().after(element)
  }

  #unmount(): void {
    const { element } = this.#canvas
    element.removeEventListener('webglcontextlost', this.#lost)
    element.removeEventListener('webglcontextrestored', this.#restored)
    element.remove()
  }

  readonly #resize = (): void => {
    const { clientWidth, clientHeight, width, height } = this.#map.getCanvas()
    // A hidden map has no width: it is resized again when it is shown.
    const ratio = clientWidth === 0 ? this.#size.ratio : width / clientWidth
    this.#size = { width: clientWidth, height: clientHeight, ratio, pixelWidth: width, pixelHeight: height }
    this.#due = true
    this.#askForFrame()
  }

  /** The map drew itself: markers that it left behind follow. */
  readonly #follow = (): void => {
    this.#renderedMs = performance.now()
    const view = this.#viewNow()
    if (!this.#due && this.#isDrawnFor(view)) return
    if (this.#hasRoom()) {
      this.#paint(view)
      return
    }
    this.#due = true
    if (this.#shown) this.#move(canvasShift(this.#shown.view, view))
    this.#lookLater()
  }

  readonly #lost = (event: Event): void => {
    event.preventDefault()
    this.#canvas.drop()
    this.#startAnew()
  }

  /** Graphics can be had again: on another canvas, since nothing of the old context holds any more. */
  readonly #restored = (): void => {
    this.#unmount()
    this.#canvas.end()
    try {
      this.#canvas = this.#takeCanvas()
      this.#mount()
      this.#startAnew()
    } catch (error) {
      this.#tell(error)
    }
  }

  /** Everything passed to the GPU is gone. */
  #startAnew(): void {
    this.#pacer.reset()
    this.#transform = ''
    this.#taken = undefined
    this.#shown = undefined
    this.#due = this.#picture !== undefined
    this.#catchUp()
  }

  /** Draws a due picture, at once or when there is room. */
  #catchUp(): void {
    if (!this.#due) return
    if (!this.#hasRoom()) this.#lookLater()
    else if (this.#isLeftToMap()) this.#askForFrame()
    else this.#paint(this.#viewNow())
  }

  #askForFrame(): void {
    if (this.#asked !== 0) return
    this.#asked = requestAnimationFrame(() => {
      this.#asked = 0
      this.#catchUp()
    })
  }

  /** Looks again when the frame in flight may have ended, or else when there is room for the next. */
  #lookLater(): void {
    if (this.#timer !== undefined || this.#removed) return
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined
        const hasRoom = this.#hasRoom()
        if (this.#pacer.isInFlight || (this.#due && !hasRoom)) this.#lookLater()
        else if (this.#due) this.#askForFrame()
      },
      this.#pacer.isInFlight ? LOOK_MS : this.#pacer.waitMs(performance.now()),
    )
  }

  /** Whether a frame may be drawn; asks after the one in flight first. */
  #hasRoom(): boolean {
    const nowMs = performance.now()
    if (this.#pacer.look(nowMs) && this.#shown) this.#events.onDrawn?.(this.#shown.picture)
    return this.#pacer.waitMs(nowMs) === 0
  }

  #isDrawnFor(view: DrawnView): boolean {
    return !this.#shown || isSameView(this.#shown.view, view)
  }

  #isLeftToMap(): boolean {
    return this.#map.isMoving() && performance.now() - this.#renderedMs < MAP_FRAME_MS
  }

  #viewNow(): DrawnView {
    const { width, height, ratio } = this.#size
    const centre = this.#map.getCenter()
    const middle = this.#map.project(centre)
    const scale = WORLD_PX * 2 ** this.#map.getZoom()
    return {
      left: mercatorX(centre.lng) - middle.x / scale,
      top: mercatorY(centre.lat) - middle.y / scale,
      scale,
      width,
      height,
      ratio,
    }
  }

  /** Draws the newest picture; there has to be room. */
  #paint(view: DrawnView): void {
    this.#due = false
    const picture = this.#picture
    if (!picture) return
    const isDrawn = this.#draw(picture, view)
    this.#shown = isDrawn ? { picture, view } : undefined
    this.#events.onShown?.(picture)
    if (isDrawn) this.#lookLater()
    else this.#events.onDrawn?.(picture)
  }

  /** Answers whether it could. */
  #draw(picture: Shown, view: DrawnView): boolean {
    try {
      this.#canvas.resize(this.#size)
      this.#take({ picture, ratio: view.ratio, phase: this.#phase })
      const fence = this.#canvas.paint(view)
      if (!fence) return false
      this.#pacer.begin(fence, performance.now())
      this.#move('')
      return true
    } catch (error) {
      this.#canvas.drop()
      this.#tell(error)
      return false
    }
  }

  #take(wanted: { picture: Shown; ratio: number; phase: number }): void {
    const { picture, ratio, phase } = wanted
    const taken = this.#taken
    if (taken?.picture === picture && taken.ratio === ratio && taken.phase === phase) return
    this.#canvas.setLayers(picture.layers(ratio, phase))
    this.#taken = wanted
  }

  #tell(error: unknown): void {
    this.#events.onError(error instanceof Error ? error : new Error(String(error)))
  }

  #move(transform: string): void {
    if (transform === this.#transform) return
    this.#transform = transform
    this.#canvas.element.style.transform = transform
  }
}
