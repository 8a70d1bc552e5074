/** Messages of a terminal that wait for the platform's acknowledgement: sent again, and given up. */
import type { LocationReport } from '../../../wire/jt808/location.ts'
import { PARAMETER_IDS } from '../../../wire/jt808/parameter-types.ts'
import type { TerminalSettings } from './terminal-settings.ts'

export type MessageRole = 'report' | 'batch' | 'heartbeat' | 'entry' | 'notice'

export type UnansweredMessage = {
  packets: readonly Uint8Array[]
  /** Positions that it carries. */
  reports: readonly LocationReport[]
  firstMs: number
  dueMs: number
  attempt: number
  role: MessageRole
}

export class UnansweredMessages {
  readonly #settings: TerminalSettings
  readonly #bySerial = new Map<number, UnansweredMessage>()

  constructor(settings: TerminalSettings) {
    this.#settings = settings
  }

  get size(): number {
    return this.#bySerial.size
  }

  has(role: MessageRole): boolean {
    for (const message of this.#bySerial.values()) if (message.role === role) return true
    return false
  }

  /** A message goes out under a serial number; its packets are added when they are made. */
  add(
    serial: number,
    role: MessageRole,
    reports: readonly LocationReport[],
    nowMs: number,
  ): UnansweredMessage {
    const dueMs = nowMs + this.#replyMs()
    const message: UnansweredMessage = { packets: [], reports, firstMs: nowMs, dueMs, attempt: 0, role }
    this.#bySerial.set(serial, message)
    return message
  }

  /** The message of a serial number was answered: it waits no more. */
  answered(serial: number): UnansweredMessage | undefined {
    const message = this.#bySerial.get(serial)
    this.#bySerial.delete(serial)
    return message
  }

  /** Packets of a split message that the platform wants again, by their numbers from 1. */
  packetsOf(firstSerial: number, numbers: readonly number[]): Uint8Array[] {
    const packets = this.#bySerial.get(firstSerial)?.packets ?? []
    return numbers.flatMap((number) => packets[number - 1] ?? [])
  }

  /**
   * Hands out overdue messages to be resent (each pause longer by the first, 5.3.2); answers when the next is due, or
   * undefined when one had its last resend: the platform does not answer.
   */
  review(nowMs: number, sendAgain: (message: UnansweredMessage) => void): number | undefined {
    const resends = this.#settings.number(PARAMETER_IDS.resends, 0, 20, 3)
    let nextMs = Number.POSITIVE_INFINITY
    for (const message of this.#bySerial.values()) {
      if (nowMs >= message.dueMs) {
        if (message.attempt >= resends) return undefined
        message.attempt++
        message.dueMs = nowMs + this.#replyMs() * (message.attempt + 1)
        sendAgain(message)
      }
      nextMs = Math.min(nextMs, message.dueMs)
    }
    return nextMs
  }

  /** The connection is gone: answers the pending reports, and discards everything. */
  takeBack(): LocationReport[] {
    const reports = [...this.#bySerial.values()].flatMap((message) => message.reports)
    this.#bySerial.clear()
    return reports
  }

  #replyMs(): number {
    return this.#settings.number(PARAMETER_IDS.replyTimeoutS, 1, 600, 10) * 1000
  }
}
