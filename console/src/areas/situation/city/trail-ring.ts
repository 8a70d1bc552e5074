/** One piece of a trail: from and to on the plane, when it was driven (seconds of the stage's clock), and how fast. */
export type TrailPiece = { x0: number; y0: number; x1: number; y1: number; bornS: number; speedKmh: number }

/** Numbers of a piece in the buffer. */
export const PIECE_NUMBERS = 6

/**
 * Trails of all vehicles in one ring of fixed size: the newest piece replaces the oldest, so that a screen that runs
 * for weeks holds no more than one that ran for minutes. The graphics card reads the array.
 */
export class TrailRing {
  readonly data: Float32Array
  readonly capacity: number
  #next = 0
  #count = 0
  #dirtyFrom = Number.POSITIVE_INFINITY
  #dirtyTo = 0

  constructor(capacity: number) {
    this.capacity = capacity
    this.data = new Float32Array(capacity * PIECE_NUMBERS)
  }

  /** Pieces that are in the ring. */
  get count(): number {
    return this.#count
  }

  push(piece: TrailPiece): void {
    const at = this.#next * PIECE_NUMBERS
    this.data.set([piece.x0, piece.y0, piece.x1, piece.y1, piece.bornS, piece.speedKmh], at)
    this.#dirtyFrom = Math.min(this.#dirtyFrom, this.#next)
    this.#dirtyTo = Math.max(this.#dirtyTo, this.#next + 1)
    this.#next = (this.#next + 1) % this.capacity
    this.#count = Math.min(this.capacity, this.#count + 1)
  }

  /** Shifts the births of all pieces (the stage's clock restarted, so that seconds stay small). */
  shiftBirths(byS: number): void {
    for (let i = 0; i < this.#count; i++) this.data[i * PIECE_NUMBERS + 4]! += byS
    this.#dirtyFrom = 0
    this.#dirtyTo = this.#count
  }

  clear(): void {
    this.#next = 0
    this.#count = 0
    this.#dirtyFrom = Number.POSITIVE_INFINITY
    this.#dirtyTo = 0
  }

  /** Pieces that changed since the last call, from and to; undefined when none did. */
  takeChanged(): { from: number; to: number } | undefined {
    if (this.#dirtyTo === 0) return undefined
    const changed = { from: this.#dirtyFrom, to: this.#dirtyTo }
    this.#dirtyFrom = Number.POSITIVE_INFINITY
    this.#dirtyTo = 0
    return changed
  }
}
