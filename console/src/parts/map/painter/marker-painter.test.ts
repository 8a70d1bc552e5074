import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { MarkerFrame } from '../marker-frame.ts'
import type { Picture } from './marker-canvas.ts'
import { MarkerPainter } from './marker-painter.ts'

/** A canvas whose GPU takes so long for each frame. */
class SlowCanvas {
  tookMs = 5
  isGone = false
  readonly uploads: Picture[] = []
  readonly phases: number[] = []
  inFlight = 0
  mostInFlight = 0
  readonly element = Object.assign(new EventTarget(), {
    style: { cssText: '', transform: '' },
    className: '',
    setAttribute: () => undefined,
    remove: () => undefined,
  })

  isLost = () => true
  end = () => undefined
  resize = () => undefined
  makePasses() {
    this.isGone = false
  }
  dropPasses() {
    this.isGone = true
  }
  upload(picture: Picture) {
    if (!this.isGone) this.uploads.push(picture)
  }
  paint(_view: unknown, _origin: unknown, phase: number) {
    if (this.isGone) return undefined
    this.phases.push(phase)
    const endMs = performance.now() + this.tookMs
    this.inFlight += 1
    this.mostInFlight = Math.max(this.mostInFlight, this.inFlight)
    return {
      isPassed: () => performance.now() >= endMs,
      drop: () => {
        this.inFlight -= 1
      },
    }
  }
}

/** A map of which the painter sees the centre and the events. */
class StubMap {
  centre = { lng: 0, lat: 0 }
  isMoving = () => false
  readonly #listeners = new Map<string, () => void>()

  on = (name: string, listener: () => void) => this.#listeners.set(name, listener)
  off = (name: string) => this.#listeners.delete(name)
  getCanvas = () => ({ clientWidth: 800, clientHeight: 600, width: 800, height: 600, after: () => undefined })
  getCenter = () => this.centre
  project = () => ({ x: 400, y: 300 })
  getZoom = () => 10
  render(lng = this.centre.lng) {
    this.centre = { lng, lat: 0 }
    this.#listeners.get('render')?.()
  }
}

let map: StubMap
let canvas: SlowCanvas
let shown: MarkerFrame[]
let drawn: MarkerFrame[]
let painter: MarkerPainter

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.stubGlobal('requestAnimationFrame', (call: () => void) => setTimeout(call, 16))
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
  map = new StubMap()
  canvas = new SlowCanvas()
  shown = []
  drawn = []
  painter = new MarkerPainter(
    map as never,
    {
      onShown: (frame) => shown.push(frame),
      onDrawn: (frame) => drawn.push(frame),
      onError: (error) => {
        throw error
      },
    },
    canvas as never,
  )
})

afterEach(() => {
  painter.remove()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const picture = (): Picture => ({
  // The painter hands frames on and reads their origin alone.
  frame: { origin: null } as unknown as MarkerFrame,
  look: {} as never,
  nameOf: () => undefined,
})
const pass = (ms: number) => vi.advanceTimersByTime(ms)

describe('the painter of markers', () => {
  it('tells of a frame as shown when it is handed over, as drawn when the GPU has drawn it', () => {
    const one = picture()
    painter.show(one, 0)
    expect([painter.shown, shown, drawn]).toEqual([one.frame, [one.frame], []])
    pass(40)
    expect(drawn).toEqual([one.frame])
  })

  it('leaves out what is overtaken while the GPU draws, and draws the newest in the end', () => {
    canvas.tookMs = 80
    const pictures = Array.from({ length: 5 }, picture)
    for (const one of pictures) painter.show(one, 0)
    expect([painter.shown, painter.isCurrent]).toEqual([pictures[0]?.frame, false])
    pass(300)
    expect(canvas.uploads).toEqual([pictures[0], pictures[4]])
    expect([painter.shown, painter.isCurrent]).toEqual([pictures[4]?.frame, true])
    expect(drawn).toEqual([pictures[0]?.frame, pictures[4]?.frame])
  })

  it('has one frame in flight through a drag beside new frames, moves what is drawn meanwhile, and ends where the map is', () => {
    canvas.tookMs = 300
    painter.show(picture(), 0)
    for (let step = 1; step <= 60; step++) {
      map.render(step * 0.01)
      if (step % 5 === 0) painter.show(picture(), 0)
      pass(16)
    }
    expect(canvas.mostInFlight).toBe(1)
    expect(canvas.phases.length).toBeLessThan(5)
    expect(canvas.element.style.transform).toMatch(/^translate\(-\d/)
    const last = picture()
    painter.show(last, 0)
    pass(2000)
    expect([canvas.element.style.transform, painter.shown, painter.isCurrent]).toEqual(['', last.frame, true])
    expect(canvas.uploads.at(-1)).toBe(last)
  })

  it('draws with the map in each of its frames while the GPU keeps up', () => {
    painter.show(picture(), 0)
    pass(40)
    for (let step = 1; step <= 20; step++) {
      map.render(step * 0.01)
      expect(canvas.element.style.transform).toBe('')
      pass(16)
    }
    expect(canvas.phases).toHaveLength(21)
    expect(canvas.uploads).toHaveLength(1)
  })

  it('draws a new frame once with a map that moves, and without it when the map is held still', () => {
    painter.show(picture(), 0)
    pass(40)
    map.isMoving = () => true
    map.render(0.01)
    pass(16)
    painter.show(picture(), 0)
    expect(canvas.phases).toHaveLength(2)
    map.render(0.02)
    expect(canvas.phases).toHaveLength(3)
    pass(16)
    painter.show(picture(), 0)
    pass(100)
    expect(canvas.phases).toHaveLength(4)
  })

  it('leaves pulses out while the GPU draws', () => {
    canvas.tookMs = 80
    painter.show(picture(), 0)
    for (const phase of [0.1, 0.2, 0.3]) painter.pulse(phase)
    pass(96)
    painter.pulse(0.4)
    expect(canvas.phases).toEqual([0, 0.4])
  })

  it('shows nothing while the graphics context is lost, waits for no frame of it, and draws the newest when it is back', () => {
    canvas.tookMs = Number.POSITIVE_INFINITY
    painter.show(picture(), 0)
    canvas.element.dispatchEvent(new Event('webglcontextlost', { cancelable: true }))
    expect([painter.shown, canvas.inFlight]).toEqual([undefined, 0])
    const missed = picture()
    painter.show(missed, 0)
    expect([painter.shown, drawn.at(-1)]).toEqual([undefined, missed.frame])
    canvas.tookMs = 5
    canvas.element.dispatchEvent(new Event('webglcontextrestored'))
    expect([painter.shown, canvas.uploads.at(-1)]).toEqual([missed.frame, missed])
  })

  it('goes on after a fence that never passes', () => {
    canvas.tookMs = Number.POSITIVE_INFINITY
    painter.show(picture(), 0)
    const next = picture()
    painter.show(next, 0)
    pass(4900)
    expect(painter.shown).not.toBe(next.frame)
    pass(200)
    expect(painter.shown).toBe(next.frame)
    expect(canvas.mostInFlight).toBe(1)
  })

  it('asks for nothing more when it is removed', () => {
    canvas.tookMs = 300
    painter.show(picture(), 0)
    painter.show(picture(), 0)
    painter.remove()
    expect(canvas.inFlight).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  })
})
