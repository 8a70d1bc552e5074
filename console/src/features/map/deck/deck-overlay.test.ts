import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DeckOverlay, type Picture } from './deck-overlay.ts'

/** A canvas whose GPU takes this long for each frame. */
class SlowCanvas {
  tookMs = 5
  isGone = false
  /** Numbers of the pictures whose layers were taken in. */
  readonly uploads: number[] = []
  readonly phases: number[] = []
  inFlight = 0
  mostInFlight = 0
  #phase = 0
  readonly element = Object.assign(new EventTarget(), {
    style: { cssText: '', transform: '' },
    className: '',
    setAttribute: () => undefined,
    remove: () => undefined,
  })

  isLost = () => true
  end = () => undefined
  resize = () => undefined
  drop() {
    this.isGone = true
  }
  setLayers([picture, phase]: [number, number]) {
    if (this.isGone) return
    this.uploads.push(picture)
    this.#phase = phase
  }
  paint() {
    if (this.isGone) return undefined
    this.phases.push(this.#phase)
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

/** A map of which the overlay sees the centre and the events. */
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

type Numbered = Picture & { number: number }

let map: StubMap
let canvas: SlowCanvas
let shown: Numbered[]
let drawn: Numbered[]
let overlay: DeckOverlay<Numbered>
let pictures = 0

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.stubGlobal('requestAnimationFrame', (call: () => void) => setTimeout(call, 16))
  vi.stubGlobal('cancelAnimationFrame', clearTimeout)
  map = new StubMap()
  canvas = new SlowCanvas()
  shown = []
  drawn = []
  overlay = new DeckOverlay(
    map as never,
    {
      onShown: (picture) => shown.push(picture),
      onDrawn: (picture) => drawn.push(picture),
      onError: (error) => {
        throw error
      },
    },
    {
      takeCanvas: () => {
        canvas.isGone = false
        return canvas as never
      },
    },
  )
})

afterEach(() => {
  overlay.remove()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Its layers are its number and the phase: the overlay hands them on unread. */
function picture(): Numbered {
  const number = ++pictures
  return { number, layers: (_ratio, phase) => [number, phase] as never }
}
const pass = (ms: number) => vi.advanceTimersByTime(ms)

describe('an overlay of layers', () => {
  it('tells of a picture as shown when it is handed over, as drawn when the GPU has drawn it', () => {
    const one = picture()
    overlay.show(one, 0)
    expect([overlay.shown, shown, drawn]).toEqual([one, [one], []])
    pass(40)
    expect(drawn).toEqual([one])
  })

  it('leaves out what is overtaken while the GPU draws, and draws the newest in the end', () => {
    canvas.tookMs = 80
    const five = Array.from({ length: 5 }, picture)
    for (const one of five) overlay.show(one, 0)
    expect([overlay.shown, overlay.isCurrent]).toEqual([five[0], false])
    pass(300)
    expect(canvas.uploads).toEqual([five[0]?.number, five[4]?.number])
    expect([overlay.shown, overlay.isCurrent]).toEqual([five[4], true])
    expect(drawn).toEqual([five[0], five[4]])
  })

  it('has one frame in flight through a drag beside new frames, moves what is drawn meanwhile, and ends where the map is', () => {
    canvas.tookMs = 300
    overlay.show(picture(), 0)
    for (let step = 1; step <= 60; step++) {
      map.render(step * 0.01)
      if (step % 5 === 0) overlay.show(picture(), 0)
      pass(16)
    }
    expect(canvas.mostInFlight).toBe(1)
    expect(canvas.phases.length).toBeLessThan(5)
    expect(canvas.element.style.transform).toMatch(/^translate\(-\d/)
    const last = picture()
    overlay.show(last, 0)
    pass(2000)
    expect([canvas.element.style.transform, overlay.shown, overlay.isCurrent]).toEqual(['', last, true])
    expect(canvas.uploads.at(-1)).toBe(last.number)
  })

  it('draws with the map in each of its frames while the GPU keeps up', () => {
    overlay.show(picture(), 0)
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
    overlay.show(picture(), 0)
    pass(40)
    map.isMoving = () => true
    map.render(0.01)
    pass(16)
    overlay.show(picture(), 0)
    expect(canvas.phases).toHaveLength(2)
    map.render(0.02)
    expect(canvas.phases).toHaveLength(3)
    pass(16)
    overlay.show(picture(), 0)
    pass(100)
    expect(canvas.phases).toHaveLength(4)
  })

  it('leaves pulses out while the GPU draws', () => {
    canvas.tookMs = 80
    overlay.show(picture(), 0)
    for (const phase of [0.1, 0.2, 0.3]) overlay.pulse(phase)
    pass(96)
    overlay.pulse(0.4)
    expect(canvas.phases).toEqual([0, 0.4])
  })

  it('shows nothing while the graphics context is lost, waits for no frame of it, and draws the newest when it is back', () => {
    canvas.tookMs = Number.POSITIVE_INFINITY
    overlay.show(picture(), 0)
    canvas.element.dispatchEvent(new Event('webglcontextlost', { cancelable: true }))
    expect([overlay.shown, canvas.inFlight]).toEqual([undefined, 0])
    const missed = picture()
    overlay.show(missed, 0)
    expect([overlay.shown, drawn.at(-1)]).toEqual([undefined, missed])
    canvas.tookMs = 5
    canvas.element.dispatchEvent(new Event('webglcontextrestored'))
    expect([overlay.shown, canvas.uploads.at(-1)]).toEqual([missed, missed.number])
  })

  it('goes on after a fence that never passes', () => {
    canvas.tookMs = Number.POSITIVE_INFINITY
    overlay.show(picture(), 0)
    const next = picture()
    overlay.show(next, 0)
    pass(4900)
    expect(overlay.shown).not.toBe(next)
    pass(200)
    expect(overlay.shown).toBe(next)
    expect(canvas.mostInFlight).toBe(1)
  })

  it('asks for nothing more when it is removed', () => {
    canvas.tookMs = 300
    overlay.show(picture(), 0)
    overlay.show(picture(), 0)
    overlay.remove()
    expect(canvas.inFlight).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
  })
})
