/** Reports that a fault keeps back until their batch goes out, in the order they were made. */
export class HeldReports<Report> {
  readonly #held: { dueMs: number; report: Report }[] = []
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  get size(): number {
    return this.#held.length
  }

  /** Keeps a report until `dueMs`; answers how many old ones were dropped for it. */
  add(report: Report, dueMs: number): number {
    this.#held.push({ dueMs, report })
    return this.#held.splice(0, this.#held.length - this.#max).length
  }

  /** Takes the due reports out. */
  due(nowMs: number): readonly Report[] {
    if (this.#held.length === 0) return NONE
    const kept = this.#held.filter(({ dueMs }) => dueMs > nowMs)
    if (kept.length === this.#held.length) return NONE
    const due = this.#held.filter(({ dueMs }) => dueMs <= nowMs).map(({ report }) => report)
    this.#held.splice(0, this.#held.length, ...kept)
    return due
  }

  clear(): void {
    this.#held.length = 0
  }
}

const NONE: readonly never[] = []
