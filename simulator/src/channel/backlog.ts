import {
  type CursorRange,
  commonRanges,
  isInRanges,
  withoutRange,
  withRange,
} from '@backlot/contract/channel/cursor-ranges'

/** Ranges of cursors that a console missed and has yet to receive, from the newest to the oldest. */
export class Backlog {
  /** All ranges that it missed, until everything is sent: an alarm that came in here is new to it. */
  #missed: CursorRange[] = []
  #open: CursorRange[] = []
  /** Ranges already sent, with the newest cursor of the store at that time, as far as it is not published yet. */
  #told: { range: CursorRange; newestCursor: number }[] = []
  /** Alarms that were sent in full since it came back. */
  #inFull = 0
  #key = ''

  get isOpen(): boolean {
    return this.#open.length > 0
  }

  /** The newest range that is still to be sent; there must be one. */
  get newest(): CursorRange {
    return this.#open.at(-1)!
  }

  /** How many alarms may still be sent in full where `most` may be of all; the others are counted. */
  fullLeft(most: number): number {
    return Math.max(0, most - this.#inFull)
  }

  /** Equal for consoles that missed the same. */
  get key(): string {
    return this.#key
  }

  add(range: CursorRange): void {
    if (!this.isOpen) {
      this.#missed = []
      this.#inFull = 0
    }
    this.#missed = withRange(this.#missed, range)
    this.#open = withRange(this.#open, range)
    this.#key = JSON.stringify(this.#missed)
  }

  /** Its open ranges within a range. */
  openIn(range: CursorRange): CursorRange[] {
    return commonRanges(this.#open, range)
  }

  /** A range was sent, as the store had it with `newestCursor`, with this many alarms in full. */
  told(range: CursorRange, inFull: number, newestCursor: number): void {
    this.#open = withoutRange(this.#open, range)
    this.#told.push({ range, newestCursor })
    this.#inFull += inFull
  }

  /** Alarms up to a cursor were published to live consoles. */
  published(cursor: number): void {
    if (this.#told.length > 0) this.#told = this.#told.filter(({ newestCursor }) => newestCursor > cursor)
  }

  /** Whether published changes may move alarms away from the place where they would be sent. */
  get isMovable(): boolean {
    return this.isOpen || this.#told.length > 0
  }

  /** Whether the console does not know of an alarm that came in with a cursor. */
  isNew(raisedCursor: number): boolean {
    return isInRanges(this.#missed, raisedCursor)
  }

  /**
   * Whether a change has moved an alarm away before it could be sent: by the cursors of its arrival and of its change.
   */
  isMoved(raisedCursor: number, cursor: number): boolean {
    // Changes from before the console came back are in its missed ranges, and are sent there.
    if (isInRanges(this.#missed, cursor)) return false
    const isBefore = ({ range, newestCursor }: { range: CursorRange; newestCursor: number }) =>
      cursor <= newestCursor && isInRanges([range], raisedCursor)
    return isInRanges(this.#open, raisedCursor) || this.#told.some(isBefore)
  }
}
