import type { ReceivedPacket } from '../intake.ts'

/** The newest raw packets of one station. */
export class PacketRing {
  readonly #size: number
  readonly #packets: ReceivedPacket[] = []
  #next = 0

  constructor(size: number) {
    this.#size = size
  }

  add(packet: ReceivedPacket): void {
    if (this.#size === 0) return
    this.#packets[this.#next] = packet
    this.#next = (this.#next + 1) % this.#size
  }

  /** Newest first. */
  list(): ReceivedPacket[] {
    return [...this.#packets.slice(this.#next), ...this.#packets.slice(0, this.#next)].reverse()
  }
}
