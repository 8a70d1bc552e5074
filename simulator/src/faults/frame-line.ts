import type { HostClock } from '../timeline/clock.ts'
import type { ChannelFaults } from './channel-faults.ts'

/**
 * The way of one console's frames through the channel's faults. Frames keep their order: one that is late holds up
 * those behind it.
 */
export class FrameLine {
  readonly #faults: ChannelFaults
  readonly #host: HostClock
  /** Login name, once somebody has signed in; before that nothing is harmed. */
  account: string | undefined
  #waiting: { dueMs: number; bytes: number; send: () => void }[] = []
  #waitingBytes = 0
  #cancel: (() => void) | undefined

  constructor(faults: ChannelFaults, host: HostClock) {
    this.#faults = faults
    this.#host = host
  }

  /** Bytes that are held back: they count as waiting for the console. */
  get waitingBytes(): number {
    return this.#waitingBytes
  }

  /** Nothing is attached and nothing waits: frames need not pass here. */
  get isFree(): boolean {
    return this.#faults.isQuiet && this.#waiting.length === 0
  }

  /** Passes a frame on, now or later or never, or breaks the line. */
  pass(bytes: number, send: () => void, cut: () => void): void {
    const isFree = this.#waiting.length === 0
    const blow =
      this.#faults.isQuiet || this.account === undefined ? undefined : this.#faults.blowFor(this.account)
    if (blow?.cut) {
      cut()
    } else if (blow?.drop) {
      // Lost.
    } else if (isFree && !blow?.delayMs) {
      send()
    } else {
      const dueMs = Math.max(
        this.#host.now() + (blow?.delayMs ?? 0),
        this.#waiting[this.#waiting.length - 1]?.dueMs ?? 0,
      )
      this.#waiting.push({ dueMs, bytes, send })
      this.#waitingBytes += bytes
      if (isFree) this.#wait()
    }
  }

  /** The console has gone: what is held back is forgotten. */
  close(): void {
    this.#cancel?.()
    this.#waiting = []
    this.#waitingBytes = 0
  }

  #wait(): void {
    const next = this.#waiting[0]
    if (!next) return
    this.#cancel = this.#host.after(Math.max(0, next.dueMs - this.#host.now()), () => {
      const nowMs = this.#host.now()
      while (this.#waiting[0] && this.#waiting[0].dueMs <= nowMs) {
        const due = this.#waiting.shift()!
        this.#waitingBytes -= due.bytes
        due.send()
      }
      this.#wait()
    })
  }
}
