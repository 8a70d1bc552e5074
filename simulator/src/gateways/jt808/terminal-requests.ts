/** Requests to one terminal that wait for their answer: matched by serial number, sent again, given up. */
import type { Jt808Kind, Jt808Message } from '../../wire/jt808/message.ts'
import type { Jt808Limits } from './gateway-limits.ts'

/** result: that of the terminal's general reply; `reply` where a message of its own answers; `serial` of the request. */
export type TerminalAnswer = { result: number; reply?: Jt808Message; serial?: number }

/** gone: the terminal left before it answered; offline: it is not there; busy: too many wait already. */
export class TerminalRequestError extends Error {
  override name = 'TerminalRequestError'
  readonly code: 'offline' | 'timeout' | 'gone' | 'busy'
  constructor(code: TerminalRequestError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/** Messages that are answered by one of their own. */
const OWN_REPLY: Readonly<Partial<Record<Jt808Kind, Jt808Kind>>> = {
  queryLocation: 'locationReply',
  queryParameters: 'parameterReply',
  querySomeParameters: 'parameterReply',
  queryAttributes: 'attributes',
  queryAvAttributes: 'avAttributes',
  queryResources: 'resourceList',
  playback: 'resourceList',
}
const WAITING_MAX = 64

type Pending = {
  reply: Jt808Kind | undefined
  packets: readonly Uint8Array[]
  dueMs: number
  attempt: number
  resolve(answer: TerminalAnswer): void
  reject(error: Error): void
}

export class TerminalRequests {
  readonly #pending = new Map<number, Pending>()
  readonly #limits: Jt808Limits
  readonly #send: (packet: Uint8Array) => void

  constructor(limits: Jt808Limits, send: (packet: Uint8Array) => void) {
    this.#limits = limits
    this.#send = send
  }

  /** Sends the packets of a request whose first serial number is `serial`. */
  ask(
    kind: Jt808Kind,
    serial: number,
    packets: readonly Uint8Array[],
    nowMs: number,
  ): Promise<TerminalAnswer> {
    if (this.#pending.size >= WAITING_MAX || this.#pending.has(serial)) {
      return Promise.reject(new TerminalRequestError('busy', 'Too many requests wait for this terminal.'))
    }
    return new Promise((resolve, reject) => {
      const dueMs = nowMs + this.#limits.replyWithinMs
      this.#pending.set(serial, { reply: OWN_REPLY[kind], packets, dueMs, attempt: 0, resolve, reject })
      for (const packet of packets) this.#send(packet)
    })
  }

  /** A general reply. Where a message of its own is to come, only a refusal ends the waiting. */
  acknowledged(serial: number, result: number): boolean {
    const pending = this.#pending.get(serial)
    if (!pending) return false
    if (pending.reply === undefined || result !== 0) this.#settle(serial, pending, { result })
    return true
  }

  /** A message of its own; `serial` is absent in those that name none. */
  replied(reply: Jt808Message, serial?: number): boolean {
    for (const [own, pending] of this.#pending) {
      if (pending.reply !== reply.kind || (serial !== undefined && own !== serial)) continue
      this.#settle(own, pending, { result: 0, reply })
      return true
    }
    return false
  }

  /** Packets of a split request that the terminal wants again. */
  resend(firstSerial: number, packets: readonly number[]): void {
    const pending = this.#pending.get(firstSerial)
    for (const packet of packets) {
      const bytes = pending?.packets[packet - 1]
      if (bytes) this.#send(bytes)
    }
  }

  /** Lets time pass. */
  review(nowMs: number): void {
    for (const [serial, pending] of this.#pending) {
      if (nowMs < pending.dueMs) continue
      if (pending.attempt >= this.#limits.resends) {
        this.#pending.delete(serial)
        pending.reject(new TerminalRequestError('timeout', 'The terminal did not answer.'))
        continue
      }
      pending.attempt++
      pending.dueMs = nowMs + this.#limits.replyWithinMs * (pending.attempt + 1)
      for (const packet of pending.packets) this.#send(packet)
    }
  }

  /** The connection ended. */
  end(): void {
    for (const { reject } of this.#pending.values()) {
      reject(new TerminalRequestError('gone', 'The terminal left before it answered.'))
    }
    this.#pending.clear()
  }

  #settle(serial: number, pending: Pending, answer: TerminalAnswer): void {
    this.#pending.delete(serial)
    pending.resolve({ ...answer, serial })
  }
}
