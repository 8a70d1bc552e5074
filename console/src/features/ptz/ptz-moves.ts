import { LIMITS } from '@backlot/contract/limits'
import { PTZ } from '@backlot/contract/ptz/calls'

export type Timers = { set(run: () => void, ms: number): unknown; clear(timer: unknown): void }

/** momentary (0): each press moves for a second. hold (1): the camera moves while the button is held. */
export type PtzMode = 'momentary' | 'hold'

/** A move that lasts until the stop, as buttons and keys start and end it. Sends through `send` only. */
export class PtzMoves {
  mode: PtzMode = 'hold'
  speed: number = LIMITS.ptzSpeedDefault
  readonly #send: (cmd: number, speed: number) => void
  readonly #timers: Timers
  #move: { cmd: number } | undefined
  #stopTimer: unknown

  constructor(send: (cmd: number, speed: number) => void, timers: Timers) {
    this.#send = send
    this.#timers = timers
  }

  /** Active command, for the look of the buttons. */
  get moving(): number | undefined {
    return this.#move?.cmd
  }

  /**
   * Begins a move in place of the present one. Returns its release: it ends a held move unless a newer one took its
   * place, which its own release ends; a momentary move ends by itself.
   */
  press(cmd: number): () => void {
    this.#timers.clear(this.#stopTimer)
    this.#stopTimer = undefined
    const move = { cmd }
    this.#move = move
    this.#send(cmd, this.speed)
    if (this.mode === 'momentary')
      this.#stopTimer = this.#timers.set(() => this.#stop(), LIMITS.ptzMomentaryStopMs)
    return () => {
      if (this.#move === move && this.#stopTimer === undefined) this.#stop()
    }
  }

  /** Sends the held move once more: the platform stops a console's moves when it loses that console. */
  again(): void {
    if (this.#move && this.#stopTimer === undefined) this.#send(this.#move.cmd, this.speed)
  }

  /** Ends any move at once (the panel closes, another window is selected). */
  end(): void {
    if (this.#move !== undefined) this.#stop()
  }

  #stop(): void {
    this.#timers.clear(this.#stopTimer)
    this.#stopTimer = undefined
    this.#move = undefined
    this.#send(PTZ.stop, 0)
  }
}
