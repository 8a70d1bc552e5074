/** Motion between two fixes takes the time between them, within these bounds. */
const SHORTEST_MS = 300
const LONGEST_MS = 12_000
/** A step longer than this in the Mercator square (about 2 km) is a jump, not a drive. */
const JUMP = 2_000 / 40_075_017

/**
 * Smooth motion between fixes: a marker travels from where it is shown to its newest fix in the time that passed
 * between the last two, so that it is always on its way and never ahead of the known positions.
 */
export class MarkerMotion {
  readonly #fromX: Float64Array
  readonly #fromY: Float64Array
  readonly #startMs: Float64Array
  readonly #endMs: Float64Array
  readonly #fixedMs: Float64Array

  constructor(capacity: number) {
    this.#fromX = new Float64Array(capacity)
    this.#fromY = new Float64Array(capacity)
    this.#startMs = new Float64Array(capacity)
    this.#endMs = new Float64Array(capacity)
    this.#fixedMs = new Float64Array(capacity)
  }

  /** Where a marker is shown at `nowMs`, given its newest fix; written to out. Answers whether it still travels. */
  at(id: number, toX: number, toY: number, nowMs: number, out: Float64Array): boolean {
    const end = this.#endMs[id] as number
    if (nowMs >= end) {
      out[0] = toX
      out[1] = toY
      return false
    }
    const start = this.#startMs[id] as number
    const share = Math.max(0, (nowMs - start) / (end - start))
    const fromX = this.#fromX[id] as number
    const fromY = this.#fromY[id] as number
    out[0] = fromX + (toX - fromX) * share
    out[1] = fromY + (toY - fromY) * share
    return true
  }

  /** Takes note of a new fix; `shown` is where the marker is at this moment, (x, y) the fix. */
  start(id: number, shown: Float64Array, x: number, y: number, nowMs: number): void {
    const before = this.#fixedMs[id] as number
    const sinceMs = nowMs - before
    this.#fixedMs[id] = nowMs
    const far = Math.hypot(x - (shown[0] as number), y - (shown[1] as number)) > JUMP
    if (before === 0 || far || sinceMs > 6 * LONGEST_MS) {
      this.#endMs[id] = 0
      return
    }
    this.#fromX[id] = shown[0] as number
    this.#fromY[id] = shown[1] as number
    this.#startMs[id] = nowMs
    this.#endMs[id] = nowMs + Math.max(SHORTEST_MS, Math.min(LONGEST_MS, sinceMs))
  }
}
