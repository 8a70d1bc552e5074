/** Identifies what holds a button down: a pointer by its number, or a key by its name. */
export type Holder = number | string

/**
 * The one press of a button that acts while it is held. Whatever began the press ends it: other pointers and keys that
 * come up, and events of other buttons, do not.
 */
export class HeldPress {
  #held: { by: Holder; release: () => void } | undefined

  /** Begins a press unless one is in progress. `press` starts the action and returns a function that ends it. */
  begin(by: Holder, press: () => () => void): void {
    if (this.#held === undefined) this.#held = { by, release: press() }
  }

  /** Ends the press that `by` began, once. */
  end(by: Holder): void {
    if (this.#held?.by === by) this.lose()
  }

  /** The focus went elsewhere in the page, and keys with it: ends a key's press. A pointer still holds its own. */
  blur(): void {
    if (typeof this.#held?.by === 'string') this.lose()
  }

  /** Ends the press whatever began it: the browser's window lost the focus, the button was disabled or is gone. */
  lose(): void {
    const held = this.#held
    this.#held = undefined
    held?.release()
  }
}
