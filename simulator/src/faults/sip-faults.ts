/** Delays after which copies of a datagram go on, milliseconds: `[0]` as it came; none: it is lost. */
export type DatagramCopies = readonly number[]

export type SipEffect = (sn: string, isSent: boolean, copies: DatagramCopies) => DatagramCopies

/** The faults of the network between our own cameras and the platform of GB/T 28181 that they register at. */
export class SipFaults {
  readonly #effects = new Set<SipEffect>()

  get isQuiet(): boolean {
    return this.#effects.size === 0
  }

  /** Returns a function that detaches it. */
  attach(effect: SipEffect): () => void {
    this.#effects.add(effect)
    return () => this.#effects.delete(effect)
  }

  /** What becomes of a datagram that a device sends, or that is sent to it. */
  copiesOf(sn: string, isSent: boolean): DatagramCopies {
    let copies: DatagramCopies = [0]
    for (const effect of this.#effects) copies = effect(sn, isSent, copies)
    return copies
  }
}
