import type { HostClock } from '../kernel/clock.ts'
import type { ChannelFaults, FrameImpact } from './channel-faults.ts'

/** A frame with the action that sends it, or something else in its place. */
export type LineFrame = {
  bytes: number
  text(): string
  send(): void
  sendOther(garbage: string | Uint8Array): void
}

/**
 * The way of one console's frames through the channel's faults. Frames keep their order, one that is late holds up
 * those behind it; only one that is to be overtaken steps aside.
 */
export class FrameLine {
  readonly #faults: ChannelFaults
  readonly #host: HostClock
  /** Login name, once somebody has signed in; before that nothing is affected. */
  account: string | undefined
  #waiting: { dueMs: number; bytes: number; send: () => void }[] = []
  #waitingBytes = 0
  #cancel: (() => void) | undefined
  /** The frame that stepped aside, and how many have yet to overtake it. */
  #aside: { bytes: number; left: number; rejoin: () => void; cancel: () => void } | undefined

  constructor(faults: ChannelFaults, host: HostClock) {
    this.#faults = faults
    this.#host = host
  }

  /** Bytes that are held back: they count as waiting for the console. */
  get waitingBytes(): number {
    return this.#waitingBytes + (this.#aside?.bytes ?? 0)
  }

  /** Nothing is attached and nothing waits: frames need not pass here. */
  get isFree(): boolean {
    return this.#faults.isQuiet && this.#waiting.length === 0 && !this.#aside
  }

  /** Passes a frame on, now or later, more than once or never, or breaks the line. */
  pass(frame: LineFrame, cut: () => void): void {
    const impact =
      this.#faults.isQuiet || this.account === undefined
        ? undefined
        : this.#faults.impactFor(this.account, frame.text)
    if (impact?.cut) cut()
    else if (impact?.overtaken && !this.#aside && !impact.drop)
      this.#stepAside(frame, impact, impact.overtaken)
    else if (!impact?.drop) this.#passBy(frame, impact)
  }

  /** A frame that stays in its place, and may bring back the one that stepped aside. */
  #passBy(frame: LineFrame, impact: FrameImpact | undefined): void {
    this.#join(frame, impact)
    const aside = this.#aside
    if (aside && --aside.left <= 0) aside.rejoin()
  }

  /** The console has gone: held frames are discarded. */
  close(): void {
    this.#cancel?.()
    this.#aside?.cancel()
    this.#aside = undefined
    this.#waiting = []
    this.#waitingBytes = 0
  }

  #stepAside(
    frame: LineFrame,
    impact: FrameImpact,
    { by, withinMs }: { by: number; withinMs: number },
  ): void {
    const rejoin = () => {
      this.#aside?.cancel()
      this.#aside = undefined
      this.#join(frame, impact)
    }
    this.#aside = { bytes: frame.bytes, left: by, rejoin, cancel: this.#host.after(withinMs, rejoin) }
  }

  #join({ bytes, send, sendOther }: LineFrame, impact: FrameImpact | undefined): void {
    const { delayMs = 0, copies = 0, garbage } = impact ?? {}
    const write = garbage === undefined ? send : () => sendOther(garbage)
    for (let i = 0; i <= copies; i++) this.#enqueue(bytes, write, delayMs)
  }

  #enqueue(bytes: number, send: () => void, delayMs: number): void {
    const isFree = this.#waiting.length === 0
    if (isFree && delayMs <= 0) {
      send()
      return
    }
    const dueMs = Math.max(this.#host.now() + delayMs, this.#waiting[this.#waiting.length - 1]?.dueMs ?? 0)
    this.#waiting.push({ dueMs, bytes, send })
    this.#waitingBytes += bytes
    if (isFree) this.#wait()
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
