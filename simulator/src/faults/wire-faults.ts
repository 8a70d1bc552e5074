/** Protocols whose device side can be harmed. */
export type WireProtocol = 'hj212' | 'jt808'

/** Bytes to write, and how long to wait before that once the piece before them is out. */
export type WirePiece = { bytes: Uint8Array; afterMs: number }

export type Packet = { protocol: WireProtocol; sn: string }

/** Changes what a device sends: one packet in the beginning. No pieces: nothing is sent. */
export type WireHarm = (packet: Packet, pieces: readonly WirePiece[]) => readonly WirePiece[]

/** What harms a packet first: its content, then its pieces, then their times. */
export type WireStage = 'content' | 'pieces' | 'times'

const STAGES: readonly WireStage[] = ['content', 'pieces', 'times']

/** The faults that hold the device side of the wires. */
export class WireFaults {
  readonly #harms = new Map<WireStage, Set<WireHarm>>(STAGES.map((stage) => [stage, new Set()]))
  #count = 0

  get isQuiet(): boolean {
    return this.#count === 0
  }

  /** Answers how to let go. */
  attach(stage: WireStage, harm: WireHarm): () => void {
    const harms = this.#harms.get(stage)!
    harms.add(harm)
    this.#count++
    return () => {
      if (harms.delete(harm)) this.#count--
    }
  }

  /** What goes out in place of a packet; undefined: the packet as it is, at once. */
  transform(packet: Packet, bytes: Uint8Array): readonly WirePiece[] | undefined {
    if (this.isQuiet) return undefined
    const whole: readonly WirePiece[] = [{ bytes, afterMs: 0 }]
    let pieces = whole
    for (const stage of STAGES) for (const harm of this.#harms.get(stage)!) pieces = harm(packet, pieces)
    return pieces === whole ? undefined : pieces
  }
}
