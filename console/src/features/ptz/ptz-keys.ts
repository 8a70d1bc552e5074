import { LIMITS } from '@backlot/contract/limits'
import { PTZ } from '@backlot/contract/ptz/calls'
import type { Timers } from './ptz-moves.ts'

/** Keys that steer: arrows turn, plus and minus magnify (stated). */
const PTZ_KEYS: Readonly<Record<string, number>> = {
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
  readonly #press: (cmd: number) => () => void
  readonly #timers: Timers
  #held: string | undefined
  #release: (() => void) | undefined
  #timer: unknown

  /** `press` begins a move and returns a function that ends it. */
  constructor(press: (cmd: number) => () => void, timers: Timers) {
    this.#press = press
    this.#timers = timers
  }

  /**
   * True when the key steers (its default action should not happen). Repeats change nothing: neither of the held key
   * nor of one whose move has ended.
   */
  down({ key, repeat }: { key: string; repeat: boolean }): boolean {
    const cmd = PTZ_KEYS[key]
    if (cmd === undefined) return false
    if (this.#held === key || repeat) return true
    this.letGo()
    this.#held = key
    this.#timer = this.#timers.set(() => {
      this.#release = this.#press(cmd)
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
    this.#release?.()
    this.#release = undefined
  }
}
