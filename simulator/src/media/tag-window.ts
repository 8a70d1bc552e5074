/**
 * Bounds the publishers' data in transit from the RTMP thread to the platform's. The rest waits, each connection in its
 * order of asking, and is not read from its socket: neither thread fills the other.
 */
export class TagWindow {
  readonly #limits: TagCount
  readonly #waiting: (() => void)[] = []
  #underWay: TagCount = { messages: 0, bytes: 0 }

  constructor(limits: TagCount) {
    this.#limits = limits
  }

  get isFull(): boolean {
    return this.#underWay.messages >= this.#limits.messages || this.#underWay.bytes >= this.#limits.bytes
  }

  /** A message of this size is in transit. */
  sent(bytes: number): void {
    this.#underWay.messages++
    this.#underWay.bytes += bytes
  }

  /** This much has been taken. */
  taken({ messages, bytes }: TagCount): void {
    this.#underWay.messages -= messages
    this.#underWay.bytes -= bytes
    while (!this.isFull && this.#waiting.length > 0) this.#waiting.shift()?.()
  }

  /** Calls once there is room for one piece of the caller's data. */
  wait(onRoom: () => void): void {
    this.#waiting.push(onRoom)
  }
}

export type TagCount = { messages: number; bytes: number }

/** Some five hundred publishers' messages of 25 ms, and the largest key frame twice. */
export const TAG_WINDOW: TagCount = { messages: 1000, bytes: 16 * 1024 * 1024 }
