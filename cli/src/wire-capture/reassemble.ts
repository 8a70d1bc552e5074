/** Bytes of one direction of a TCP connection in their order, of segments that come in any (RFC 9293, 3.10.7.4). */

export type Reassembled = {
  bytes: Uint8Array[]
  /** Bytes before them that are not in the capture. */
  lost: number
}

/** Segments that wait for one before them; past that it is taken for lost. */
const WAITING_MOST = 256
const WAITING_BYTES = 1_000_000
const NOTHING: Reassembled = { bytes: [], lost: 0 }

export class Reassembler {
  /** Sequence number of the next byte; undefined before the first segment. */
  #next: number | undefined
  /** By their distance from `next`, ascending. */
  #waiting: { sequence: number; bytes: Uint8Array }[] = []
  #waitingBytes = 0

  /** A connection begins: its first byte follows `sequence`. */
  begin(sequence: number): void {
    this.#next ??= (sequence + 1) >>> 0
  }

  /** Takes a segment; answers the bytes that are in order now. */
  add(sequence: number, payload: Uint8Array): Reassembled {
    if (payload.length === 0) return NOTHING
    this.#next ??= sequence
    const ahead = (sequence - this.#next) | 0
    // Sent again.
    if (ahead + payload.length <= 0) return NOTHING
    if (ahead <= 0) {
      const fresh = payload.subarray(-ahead)
      this.#next = (this.#next + fresh.length) >>> 0
      return { bytes: [fresh, ...this.#follow()], lost: 0 }
    }
    this.#keep(sequence, payload)
    const isFull = this.#waiting.length > WAITING_MOST || this.#waitingBytes > WAITING_BYTES
    return isFull ? this.#skip() : NOTHING
  }

  /** Whatever still waits: nothing more comes. */
  end(): Reassembled {
    const all: Reassembled = { bytes: [], lost: 0 }
    while (this.#waiting.length > 0) {
      const { bytes, lost } = this.#skip()
      all.bytes.push(...bytes)
      all.lost += lost
    }
    return all
  }

  #keep(sequence: number, payload: Uint8Array): void {
    const next = this.#next!
    const ahead = (sequence - next) | 0
    let at = this.#waiting.length
    while (at > 0 && ((this.#waiting[at - 1]!.sequence - next) | 0) > ahead) at--
    // The packet's memory is the file's piece, which is not to be kept.
    this.#waiting.splice(at, 0, { sequence, bytes: Uint8Array.from(payload) })
    this.#waitingBytes += payload.length
  }

  /** Gives up what is missing before the first that waits. */
  #skip(): Reassembled {
    const first = this.#waiting[0]!
    const lost = Math.max(0, (first.sequence - this.#next!) | 0)
    this.#next = (this.#next! + lost) >>> 0
    return { bytes: this.#follow(), lost }
  }

  /** What waited for the byte that is next now. */
  #follow(): Uint8Array[] {
    const bytes: Uint8Array[] = []
    let taken = 0
    for (const { sequence, bytes: own } of this.#waiting) {
      const ahead = (sequence - this.#next!) | 0
      if (ahead > 0) break
      taken++
      this.#waitingBytes -= own.length
      const fresh = own.subarray(Math.min(own.length, -ahead))
      if (fresh.length === 0) continue
      bytes.push(fresh)
      this.#next = (this.#next! + fresh.length) >>> 0
    }
    this.#waiting.splice(0, taken)
    return bytes
  }
}
