/** How long one turn of the event loop goes on with waiting work: far below what a caller notices. */
const SLICE_MS = 5

/**
 * Work that comes in floods, done in the order of its coming and for a few milliseconds per turn of the event loop:
 * whatever else is due has its turn in between.
 */
export class TurnQueue {
  #due: (() => void)[] = []
  #isScheduled = false

  add(work: () => void): void {
    this.#due.push(work)
    this.#schedule()
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => this.#run())
  }

  #run(): void {
    this.#isScheduled = false
    const due = this.#due
    this.#due = []
    const endMs = performance.now() + SLICE_MS
    let done = 0
    while (done < due.length && (done === 0 || performance.now() < endMs)) due[done++]!()
    if (done < due.length) this.#due = due.slice(done).concat(this.#due)
    if (this.#due.length > 0) this.#schedule()
  }
}
