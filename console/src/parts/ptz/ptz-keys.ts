import { LIMITS } from '@backlot/contract/limits'
import { PTZ } from '@backlot/contract/ptz/calls'
import type { Timers } from './ptz-moves.ts'

/** Keys that steer: arrows turn, plus and minus magnify (stated). */
export const PTZ_KEYS: Readonly<Record<string, number>> = {
  ArrowUp: PTZ.up,
  ArrowDown: PTZ.down,
  ArrowLeft: PTZ.left,
  ArrowRight: PTZ.right,
  '+': PTZ.zoomIn,
  '=': PTZ.zoomIn,
  '-': PTZ.zoomOut,
}

/** Moves a camera while a key is held: the move begins after 500 ms, letting go ends it (stated). */
export class PtzKeys {
  readonly #press: (cmd: number) => void
  readonly #release: () => void
  readonly #timers: Timers
  #held: string | undefined
  #begun = false
  #timer: unknown

  constructor(moves: { press(cmd: number): void; release(): void }, timers: Timers) {
    this.#press = (cmd) => moves.press(cmd)
    this.#release = () => moves.release()
    this.#timers = timers
  }

  /** True when the key steers (its default action should not happen). Repeats of a held key change nothing. */
  down(key: string): boolean {
    const cmd = PTZ_KEYS[key]
    if (cmd === undefined) return false
    if (this.#held === key) return true
    this.letGo()
    this.#held = key
    this.#timer = this.#timers.set(() => {
      this.#begun = true
      this.#press(cmd)
    }, LIMITS.ptzKeyHoldMs)
    return true
  }

  up(key: string): void {
    if (key === this.#held) this.letGo()
  }

  /** As if every key were let go (focus lost). */
  letGo(): void {
    this.#timers.clear(this.#timer)
    this.#held = undefined
    if (this.#begun) this.#release()
    this.#begun = false
  }
}
