import type { FaultProtocol } from '@backlot/contract/control/fault-calls'
import type { WireChunk, WireTransform } from '../fleet/uplinks/uplink.ts'

/** gb28181 (SIP over TCP) and mqtt: of devices that live without a platform. */
export type Packet = { protocol: FaultProtocol | 'gb28181' | 'mqtt'; sn: string }

/** Changes a device's packets: one packet in the beginning. No pieces: nothing is sent. */
export type WireEffect = (packet: Packet, pieces: readonly WireChunk[]) => readonly WireChunk[]

/** Order in which faults affect a packet: its content, then its pieces, their times, and the end of the connection. */
export type WireStage = 'content' | 'pieces' | 'times' | 'end'

const STAGES: readonly WireStage[] = ['content', 'pieces', 'times', 'end']

/** The faults that hold the device side of the wires. */
export class WireFaults {
  readonly #effects = new Map<WireStage, Set<WireEffect>>(STAGES.map((stage) => [stage, new Set()]))
  #count = 0

  get isQuiet(): boolean {
    return this.#count === 0
  }

  /** Returns a function that detaches it. */
  attach(stage: WireStage, effect: WireEffect): () => void {
    const effects = this.#effects.get(stage)!
    effects.add(effect)
    this.#count++
    return () => {
      if (effects.delete(effect)) this.#count--
    }
  }

  /** Transform of a device's uplink for a packet; undefined while no fault is attached. */
  transformOf(packet: Packet): WireTransform | undefined {
    if (this.isQuiet) return undefined
    return (bytes) => {
      let pieces: readonly WireChunk[] = [{ bytes, delayMs: 0 }]
      for (const stage of STAGES)
        for (const effect of this.#effects.get(stage)!) pieces = effect(packet, pieces)
      return pieces
    }
  }
}
