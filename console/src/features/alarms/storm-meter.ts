/** New alarms a second above which lines with counts are clearer than one alarm after the other. */
const STORM_PER_SECOND = 30
/** A storm is over when it is this calm. */
const CALM_PER_SECOND = 10
/** Seconds that the rate is the mean of. */
const SPAN_SECONDS = 3

export type Storm = { raging: boolean; perSecond: number }
export const NO_STORM: Storm = { raging: false, perSecond: 0 }

/** How many alarms come in a second, and whether that is a storm. Takes its clock as an argument, in milliseconds. */
export class StormMeter {
  readonly #counts = new Map<number, number>()
  #raging = false

  note(count: number, nowMs: number): void {
    const second = Math.floor(nowMs / 1000)
    this.#counts.set(second, (this.#counts.get(second) ?? 0) + count)
  }

  /** The rate of the last full seconds. One second alone makes a storm; it takes all of them to end it. */
  look(nowMs: number): Storm {
    const now = Math.floor(nowMs / 1000)
    for (const second of this.#counts.keys()) if (second < now - SPAN_SECONDS) this.#counts.delete(second)
    const before = Array.from({ length: SPAN_SECONDS }, (_, i) => this.#counts.get(now - 1 - i) ?? 0)
    const perSecond = Math.round(before.reduce((sum, count) => sum + count, 0) / SPAN_SECONDS)
    const most = Math.max(this.#counts.get(now) ?? 0, ...before)
    this.#raging = this.#raging ? most > CALM_PER_SECOND : most > STORM_PER_SECOND
    return { raging: this.#raging, perSecond: Math.max(perSecond, this.#raging ? 1 : 0) }
  }

  reset(): void {
    this.#counts.clear()
    this.#raging = false
  }
}
