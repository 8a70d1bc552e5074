/** State of a picture while the stream continues. */
export type PictureState = 'moving' | 'still' | 'black'

/** No pixel of a black picture is brighter: luma of 255, black level of video plus the sensor's noise. */
const BLACK_LUMA = 32
export const BLACK_AFTER_MS = 4_000
/** Noise and compression of one and the same picture stay below; a digit of a burnt-in clock does not. */
const CHANGE_LUMA = 24
export const STILL_AFTER_MS = 10_000

/**
 * Detects a picture that does not change, or is black: a camera that hangs, a lens that is covered. Pure; the owner
 * passes small pictures as luma, and the time.
 */
export class PictureWatch {
  #reference: { atMs: number; luma: Uint8ClampedArray } | undefined
  #darkSinceMs: number | undefined

  /** Discards the past: another stream, a page that was hidden. */
  reset(): void {
    this.#reference = undefined
    this.#darkSinceMs = undefined
  }

  /** Takes the present picture, always of the same size. The array is kept. */
  look(nowMs: number, luma: Uint8ClampedArray): PictureState {
    this.#darkSinceMs = luma.every((value) => value < BLACK_LUMA) ? (this.#darkSinceMs ?? nowMs) : undefined
    const { atMs, luma: before } = this.#reference ?? { atMs: nowMs, luma }
    const isOther = luma.some((value, at) => Math.abs(value - before[at]!) > CHANGE_LUMA)
    if (!this.#reference || isOther) this.#reference = { atMs: nowMs, luma }
    if (this.#darkSinceMs !== undefined && nowMs - this.#darkSinceMs >= BLACK_AFTER_MS) return 'black'
    return !isOther && nowMs - atMs >= STILL_AFTER_MS ? 'still' : 'moving'
  }
}
