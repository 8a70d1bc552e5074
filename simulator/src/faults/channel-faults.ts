/** What befalls a frame on its way to a console. */
export type FrameBlow = {
  cut?: boolean
  drop?: boolean
  delayMs?: number
  /** It comes so many times more. */
  copies?: number
  /** Others overtake it: so many, or as many as come within the time. */
  overtaken?: { by: number; withinMs: number }
  /** This comes in its place: text, or bytes as a binary frame. */
  garbage?: string | Uint8Array
}

/** Asked for every frame after the sign-in. `frame`: what its text is. */
export type FrameHarm = (loginName: string, text: () => string) => FrameBlow | undefined

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

  /** Every fault is asked; delays and copies add up. */
  blowFor(loginName: string, text: () => string): FrameBlow | undefined {
    let found: FrameBlow | undefined
    for (const harm of this.#harms) {
      const blow = harm(loginName, text)
      if (!blow) continue
      const delayMs = (found?.delayMs ?? 0) + (blow.delayMs ?? 0)
      const copies = (found?.copies ?? 0) + (blow.copies ?? 0)
      found = { ...found, ...blow, delayMs, copies }
    }
    return found
  }
}
