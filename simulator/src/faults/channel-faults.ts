/** Impact of faults on a frame to a console. */
export type FrameImpact = {
  cut?: boolean
  drop?: boolean
  delayMs?: number
  /** Number of additional copies. */
  copies?: number
  /** Frames that overtake it: this many, or as many as come within the time. */
  overtaken?: { by: number; withinMs: number }
  /** This comes in its place: text, or bytes as a binary frame. */
  garbage?: string | Uint8Array
}

/** Called for every frame after the sign-in. `frame`: its text. */
export type FrameEffect = (loginName: string, text: () => string) => FrameImpact | undefined

/** The faults that hold the real-time channel. */
export class ChannelFaults {
  readonly #effects = new Set<FrameEffect>()

  get isQuiet(): boolean {
    return this.#effects.size === 0
  }

  /** Returns a function that detaches it. */
  attach(effect: FrameEffect): () => void {
    this.#effects.add(effect)
    return () => this.#effects.delete(effect)
  }

  /** Every fault is asked; delays and copies add up. */
  impactFor(loginName: string, text: () => string): FrameImpact | undefined {
    let found: FrameImpact | undefined
    for (const effect of this.#effects) {
      const impact = effect(loginName, text)
      if (!impact) continue
      const delayMs = (found?.delayMs ?? 0) + (impact.delayMs ?? 0)
      const copies = (found?.copies ?? 0) + (impact.copies ?? 0)
      found = { ...found, ...impact, delayMs, copies }
    }
    return found
  }
}
