/**
 * Reports on their way to the platform: a few wait for their answers, the others for their turn, or for a connection.
 * No socket and no timer: the uplink sends the reports of `due` and passes the answers on.
 */
import type { ParameterItem } from '../../../wire/hj212/write-packet.ts'

export type Report = {
  qn: string
  /** Text of one character a byte. */
  frame: string
  /** How often it goes out at its first sending. */
  copies: number
  firstSentMs: number
  tries: number
  dueMs: number
}

/** A report before it is a packet. */
export type HeldReport = {
  cn: string
  repeated: readonly ParameterItem[]
  items: readonly ParameterItem[]
  copies: number
}

/** Reports that wait for an answer at a time. */
const WINDOW = 16
/** Reports that are kept while there is no connection: two days of one a minute. The oldest go first. */
const KEPT_MAX = 2880

type Overdue = { again: readonly Report[]; lost: number }
const NOTHING_OVERDUE: Overdue = { again: [], lost: 0 }

export class ReportQueue {
  readonly #unsent: Report[] = []
  readonly #unanswered = new Map<string, Report>()
  #forgotten = 0

  /** Reports that wait for their first sending, those without an answer, and those that had to go unsent. */
  get waiting(): number {
    return this.#unsent.length
  }
  get unanswered(): number {
    return this.#unanswered.size
  }
  get forgotten(): number {
    return this.#forgotten
  }

  /** Whether a report of that number waits, for its sending or its answer. */
  has(qn: string): boolean {
    return this.#unanswered.has(qn) || this.#unsent.some((report) => report.qn === qn)
  }

  add(qn: string, frame: string, copies = 1): void {
    this.#unsent.push({ qn, frame, copies, firstSentMs: 0, tries: 0, dueMs: 0 })
    if (this.#unsent.length <= KEPT_MAX) return
    this.#unsent.shift()
    this.#forgotten++
  }

  /** The next report to send first; it waits for an answer from now on, unless none was requested. */
  next(nowMs: number, timeoutMs: number, wantsAnswer: boolean): Report | undefined {
    if (wantsAnswer && this.#unanswered.size >= WINDOW) return undefined
    const report = this.#unsent.shift()
    if (!report) return undefined
    if (report.tries === 0) report.firstSentMs = nowMs
    report.tries++
    report.dueMs = nowMs + timeoutMs
    if (wantsAnswer) this.#unanswered.set(report.qn, report)
    return report
  }

  /** Reports whose answer is overdue: to be sent again, or given up after `resends` more. */
  overdue(nowMs: number, timeoutMs: number, resends: number): Overdue {
    if (this.#unanswered.size === 0) return NOTHING_OVERDUE
    const again: Report[] = []
    let lost = 0
    for (const [qn, report] of this.#unanswered) {
      if (report.dueMs > nowMs) continue
      if (report.tries > resends) {
        this.#unanswered.delete(qn)
        lost++
        continue
      }
      report.tries++
      report.dueMs = nowMs + timeoutMs
      again.push(report)
    }
    return { again, lost }
  }

  /** An answer came; the report that it was for. */
  answered(qn: string): Report | undefined {
    const report = this.#unanswered.get(qn)
    if (report) this.#unanswered.delete(qn)
    return report
  }

  /** The connection broke: unanswered reports go first on the next one. */
  takeBack(): void {
    this.#unsent.unshift(...this.#unanswered.values())
    this.#unanswered.clear()
    for (const report of this.#unsent) report.tries = Math.min(report.tries, 1)
  }

  clear(): void {
    this.#unsent.length = 0
    this.#unanswered.clear()
  }
}
