/** What befalls a frame on its way to a console. */
export type FrameBlow = { cut?: boolean; drop?: boolean; delayMs?: number }

/** Asked for every frame after the sign-in. */
export type FrameHarm = (loginName: string) => FrameBlow | undefined

/** The faults that hold the real-time channel. */
export class ChannelFaults {
  readonly #harms = new Set<FrameHarm>()

  get isQuiet(): boolean {
    return this.#harms.size === 0
  }

  /** Answers how to let go. */
  attach(harm: FrameHarm): () => void {
    this.#harms.add(harm)
    return () => this.#harms.delete(harm)
  }

  /** Every fault is asked; delays add up. */
  blowFor(loginName: string): FrameBlow | undefined {
    let found: FrameBlow | undefined
    for (const harm of this.#harms) {
      const blow = harm(loginName)
      if (blow) found = { ...found, ...blow, delayMs: (found?.delayMs ?? 0) + (blow.delayMs ?? 0) }
    }
    return found
  }
}
