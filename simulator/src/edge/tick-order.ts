/** A frame that consoles share; `behind`: what those get that have not read earlier ones. */
export type SharedFrame = { frame: Buffer; behind: Buffer | undefined }

export type TickOrderDeps = {
  /** The shared frame of a stream is due to the consoles that sit there. */
  deliver(stream: number, frame: SharedFrame): void
  /** Whether consoles sit in a stream: frames of others are not waited for. */
  isRead(stream: number): boolean
  /** Consoles of a stream have missed a frame. */
  lost(stream: number): void
  /** Frames of a tick have not come yet, and everything after it waits. */
  stalled(tick: number): void
  /** What was waited for came. */
  goesOn(): void
}

/**
 * Brings what comes from the core by two ways into the order in which it was sent: over the link come the ticks, each
 * with the streams that have a frame in it, and everything for single consoles; the frames themselves come from Redis, or
 * over the link in its place. Nothing passes a tick before its frames are there or known to be lost.
 */
export class TickOrder {
  readonly #deps: TickOrderDeps
  readonly #frames = new Map<number, Map<number, SharedFrame>>()
  #waiting: (Tick | (() => void))[] = []
  /** Frames of this tick and earlier ones are not to be had. */
  #lostUpTo = -1
  #doneTick = -1
  #isStalled = false
  #isGoing = false

  constructor(deps: TickOrderDeps) {
    this.#deps = deps
  }

  /** What follows all ticks so far. */
  run(step: () => void): void {
    if (this.#waiting.length === 0) step()
    else this.#waiting.push(step)
  }

  tick(tick: number, streams: readonly number[]): void {
    this.#waiting.push({ tick, streams })
    this.#goOn()
  }

  /** A frame is there; one that comes again, or too late, counts for nothing. */
  arrived(stream: number, tick: number, frame: SharedFrame): void {
    if (tick <= this.#doneTick) return
    const own = this.#frames.get(stream) ?? new Map<number, SharedFrame>()
    this.#frames.set(stream, own.set(tick, frame))
    if (this.#isStalled) this.#goOn()
  }

  /** Frames of a tick and of earlier ones that have not arrived will not. */
  lost(tick: number): void {
    this.#lostUpTo = Math.max(this.#lostUpTo, tick)
    this.#goOn()
  }

  /** Nobody sits there any longer. */
  forget(stream: number): void {
    this.#frames.delete(stream)
    if (this.#isStalled) this.#goOn()
  }

  /** The tick that waits for its frames; undefined: none does. */
  get stalledTick(): number | undefined {
    const [first] = this.#waiting
    return first !== undefined && typeof first !== 'function' ? first.tick : undefined
  }

  /** Steps and ticks that wait. */
  get depth(): number {
    return this.#waiting.length
  }

  #goOn(): void {
    if (this.#isGoing) return
    this.#isGoing = true
    let done = 0
    for (const next of this.#waiting) {
      if (typeof next === 'function') next()
      else if (this.#isComplete(next)) this.#finish(next)
      else break
      done++
    }
    this.#waiting.splice(0, done)
    this.#isGoing = false
    const tick = this.stalledTick
    if (tick === undefined) {
      if (this.#isStalled) this.#deps.goesOn()
      this.#isStalled = false
      return
    }
    if (this.#isStalled && done > 0) this.#deps.goesOn()
    if (!this.#isStalled || done > 0) this.#deps.stalled(tick)
    this.#isStalled = true
  }

  #isComplete({ tick, streams }: Tick): boolean {
    const isThere = (stream: number) => this.#frames.get(stream)?.has(tick) || !this.#deps.isRead(stream)
    return tick <= this.#lostUpTo || streams.every(isThere)
  }

  #finish({ tick, streams }: Tick): void {
    this.#doneTick = tick
    for (const stream of streams) {
      const frames = this.#frames.get(stream)
      const frame = frames?.get(tick)
      if (frame) this.#deps.deliver(stream, frame)
      else if (this.#deps.isRead(stream)) this.#deps.lost(stream)
    }
    for (const frames of this.#frames.values())
      for (const known of frames.keys()) if (known <= tick) frames.delete(known)
  }
}

type Tick = { tick: number; streams: readonly number[] }
