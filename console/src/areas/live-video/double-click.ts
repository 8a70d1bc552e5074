import { LIMITS } from '@backlot/contract/limits'

/** Detects double clicks on windows: at most 200 ms (stated) from the end of one click to the beginning of the next. */
export class DoubleClick {
  #last: { id: number; endedAt: number } | undefined
  #pressedAt = 0

  /** A press begins. Times in milliseconds. */
  press(at: number): void {
    this.#pressedAt = at
  }

  /** The press was a click on window `id`; true when it is the second of a double click. */
  click(id: number, at: number): boolean {
    const last = this.#last
    const double = last?.id === id && this.#pressedAt - last.endedAt <= LIMITS.videoDoubleClickMs
    this.#last = double ? undefined : { id, endedAt: at }
    return double
  }
}
