import { LIMITS } from '@backlot/contract/limits'

type Timers = {
  set(run: () => void, ms: number): unknown
  clear(timer: unknown): void
}

/**
 * Distinguishes clicks from double clicks in the tree: a click counts 280 ms after it came, unless the second one comes
 * first. Further clicks on the same node within 600 ms of the first are ignored.
 */
export class ClickPolicy {
  readonly #now: () => number
  readonly #timers: Timers
  readonly #onClick: (key: string) => void
  readonly #onDoubleClick: (key: string) => void
  #last: { key: string; at: number; presses: number } | undefined
  #pending: unknown

  constructor(options: {
    now: () => number
    timers: Timers
    onClick: (key: string) => void
    onDoubleClick: (key: string) => void
  }) {
    this.#now = options.now
    this.#timers = options.timers
    this.#onClick = options.onClick
    this.#onDoubleClick = options.onDoubleClick
  }

  /** Answers whether this press begins something: false for the second of a double click and for ignored ones. */
  press(key: string): boolean {
    const now = this.#now()
    const last = this.#last
    if (last?.key === key && now - last.at < LIMITS.treeClickIgnoreMs) {
      last.presses++
      if (last.presses === 2 && now - last.at < LIMITS.treeDoubleClickMs) {
        this.cancel()
        this.#onDoubleClick(key)
      }
      return false
    }
    this.#flush()
    this.#last = { key, at: now, presses: 1 }
    this.#pending = this.#timers.set(() => {
      this.#pending = undefined
      this.#onClick(key)
    }, LIMITS.treeDoubleClickMs)
    return true
  }

  /** Forgets a click that has not counted yet. */
  cancel(): void {
    if (this.#pending !== undefined) this.#timers.clear(this.#pending)
    this.#pending = undefined
  }

  /** A press on another node means that the one before was a single click. */
  #flush(): void {
    if (this.#pending === undefined || !this.#last) return
    this.cancel()
    this.#onClick(this.#last.key)
  }
}
