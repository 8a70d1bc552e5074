import { describe, expect, it } from 'vitest'
import { FramePacer, PACES_MS } from './frame-pacer.ts'

/** A GPU that takes this long for each frame, and its clock. */
class Gpu {
  nowMs = 1000
  tookMs = 10
  drawn = 0
  inFlight = 0
  mostInFlight = 0

  frame() {
    const endMs = this.nowMs + this.tookMs
    this.drawn += 1
    this.inFlight += 1
    this.mostInFlight = Math.max(this.mostInFlight, this.inFlight)
    return {
      isPassed: () => this.nowMs >= endMs,
      drop: () => {
        this.inFlight -= 1
      },
    }
  }
}

/** Draws whenever it may, looking every `stepMs`, for this long. Answers the paces in order, each when it changed. */
function drawFor(pacer: FramePacer, gpu: Gpu, lastsMs: number, stepMs = 5): number[] {
  const paces = [pacer.everyMs]
  for (const endMs = gpu.nowMs + lastsMs; gpu.nowMs < endMs; gpu.nowMs += stepMs) {
    pacer.look(gpu.nowMs)
    if (pacer.waitMs(gpu.nowMs) === 0) pacer.begin(gpu.frame(), gpu.nowMs)
    if (pacer.everyMs !== paces.at(-1)) paces.push(pacer.everyMs)
  }
  return paces
}

describe('the pace of frames', () => {
  it('has one frame in flight, however slow the GPU is', () => {
    for (const tookMs of [1, 30, 90, 400, 3000, Number.POSITIVE_INFINITY]) {
      const gpu = new Gpu()
      gpu.tookMs = tookMs
      drawFor(new FramePacer(), gpu, 20_000)
      expect(gpu.mostInFlight).toBe(1)
    }
  })

  it('refuses a frame while the one before is in flight', () => {
    const [pacer, gpu] = [new FramePacer(), new Gpu()]
    pacer.begin(gpu.frame(), gpu.nowMs)
    expect(pacer.isInFlight).toBe(true)
    expect(pacer.waitMs(gpu.nowMs)).toBe(Number.POSITIVE_INFINITY)
    expect(() => pacer.begin(gpu.frame(), gpu.nowMs)).toThrow('in flight')
  })

  it('tells once that a frame has ended', () => {
    const [pacer, gpu] = [new FramePacer(), new Gpu()]
    expect(pacer.look(gpu.nowMs)).toBe(false)
    pacer.begin(gpu.frame(), gpu.nowMs)
    expect(pacer.look(gpu.nowMs)).toBe(false)
    gpu.nowMs += gpu.tookMs
    expect([pacer.look(gpu.nowMs), pacer.look(gpu.nowMs)]).toEqual([true, false])
    expect(gpu.inFlight).toBe(0)
  })

  it('lets a GPU that keeps up draw without a pause', () => {
    const [pacer, gpu] = [new FramePacer(), new Gpu()]
    expect(drawFor(pacer, gpu, 1000)).toEqual([100])
    expect(gpu.drawn).toBe(100)
  })

  it('goes on after a fence that never passes, and drops it', () => {
    const [pacer, gpu] = [new FramePacer(), new Gpu()]
    gpu.tookMs = Number.POSITIVE_INFINITY
    pacer.begin(gpu.frame(), gpu.nowMs)
    gpu.nowMs += 4999
    expect(pacer.look(gpu.nowMs)).toBe(false)
    gpu.nowMs += 1
    expect(pacer.look(gpu.nowMs)).toBe(true)
    expect(gpu.inFlight).toBe(0)
    expect(pacer.waitMs(gpu.nowMs)).toBe(0)
  })

  it('forgets the frame in flight and its pace with the graphics context', () => {
    const [pacer, gpu] = [new FramePacer(), new Gpu()]
    gpu.tookMs = 1000
    drawFor(pacer, gpu, 10_000)
    expect(pacer.isInFlight).toBe(true)
    pacer.reset()
    expect([pacer.isInFlight, gpu.inFlight, pacer.everyMs]).toEqual([false, 0, 100])
    expect(pacer.look(gpu.nowMs)).toBe(false)
    expect(pacer.waitMs(gpu.nowMs)).toBe(0)
  })

  it('slows down step by step for a GPU that is behind, and comes back when it keeps up', () => {
    const [pacer, gpu] = [new FramePacer(), new Gpu()]
    gpu.tookMs = 400
    expect(drawFor(pacer, gpu, 10_000)).toEqual([100, 200, 500])
    const before = gpu.drawn
    drawFor(pacer, gpu, 5000)
    expect(gpu.drawn - before).toBe(10)
    gpu.tookMs = 10
    expect(drawFor(pacer, gpu, 10_000)).toEqual([500, 200, 100])
  })

  it('keeps its pace through one slow frame', () => {
    const [pacer, gpu] = [new FramePacer(), new Gpu()]
    drawFor(pacer, gpu, 1000)
    gpu.tookMs = 800
    drawFor(pacer, gpu, 5)
    gpu.tookMs = 10
    expect(drawFor(pacer, gpu, 2000)).toEqual([100])
  })

  it('settles on one pace for each steady GPU, also from the slowest', () => {
    for (let tookMs = 5; tookMs < 700; tookMs += 5) {
      const [pacer, gpu] = [new FramePacer(), new Gpu()]
      gpu.tookMs = tookMs
      expect(drawFor(pacer, gpu, 20_000).length).toBeLessThanOrEqual(PACES_MS.length)
      expect(drawFor(pacer, gpu, 20_000)).toHaveLength(1)
      gpu.tookMs = 900
      drawFor(pacer, gpu, 20_000)
      gpu.tookMs = tookMs
      drawFor(pacer, gpu, 20_000)
      expect(drawFor(pacer, gpu, 20_000)).toHaveLength(1)
    }
  })

  it('does not alternate with a GPU whose frames are slow and quick in turns', () => {
    const [pacer, gpu] = [new FramePacer(), new Gpu()]
    let changes = 0
    for (let i = 0; i < 200; i++) {
      gpu.tookMs = i % 2 === 0 ? 10 : 90
      changes += drawFor(pacer, gpu, gpu.tookMs + 5).length - 1
    }
    expect(changes).toBeLessThanOrEqual(1)
  })
})
