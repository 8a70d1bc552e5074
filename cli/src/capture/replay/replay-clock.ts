type Waiting = { atT: number; run: () => void; timer?: ReturnType<typeof setTimeout> | undefined }

/** Longest wait of a timer of the host. */
const TIMER_MAX_MS = 2 ** 31 - 1

/** The moment of a recording that a replay has reached, in milliseconds since its beginning. Speed 0 is a pause. */
export class ReplayClock {
  #fromT: number
  #speed: number
  #sinceMs = performance.now()
  readonly #waiting = new Set<Waiting>()

  constructor(fromT: number, speed: number) {
    this.#fromT = fromT
    this.#speed = speed
  }

  /** Recorded milliseconds a millisecond. */
  get speed(): number {
    return this.#speed
  }

  t(): number {
    return this.#fromT + (performance.now() - this.#sinceMs) * this.#speed
  }

  /** Continues from here at another speed. */
  setSpeed(speed: number): void {
    this.jump(this.t())
    this.#speed = speed
    for (const one of this.#waiting) this.#arm(one)
  }

  jump(toT: number): void {
    this.#fromT = toT
    this.#sinceMs = performance.now()
    for (const one of this.#waiting) this.#arm(one)
  }

  /** Calls back once, when the moment is reached; never at once. Returns a function that stops it. */
  when(atT: number, run: () => void): () => void {
    const one: Waiting = { atT, run }
    this.#waiting.add(one)
    this.#arm(one)
    return () => this.#forget(one)
  }

  #arm(one: Waiting): void {
    clearTimeout(one.timer)
    one.timer = undefined
    if (this.#speed === 0 && one.atT > this.t()) return
    const waitMs = this.#speed === 0 ? 0 : Math.max(0, (one.atT - this.t()) / this.#speed)
    one.timer = setTimeout(
      () => {
        if (waitMs > TIMER_MAX_MS) return this.#arm(one)
        this.#forget(one)
        one.run()
      },
      Math.min(waitMs, TIMER_MAX_MS),
    )
  }

  #forget(one: Waiting): void {
    clearTimeout(one.timer)
    this.#waiting.delete(one)
  }
}
