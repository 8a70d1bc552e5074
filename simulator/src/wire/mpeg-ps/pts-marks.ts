import type { PesTimes } from './pes-packet.ts'

/** A packet with a time: which bytes of the elementary stream it holds. */
type Mark = PesTimes & { from: number; to: number; isUsed: boolean }

/** A unit needs the mark where it begins, and the first one inside; more come from packets of a few bytes. */
const MARKS_MAX = 16
const NONE: PesTimes = { pts: undefined, dts: undefined }

/** Which times belong to which units of an elementary stream. Offsets count its bytes. */
export class PtsMarks {
  #marks: Mark[] = []
  /** The packet that bytes were added of last has a mark. */
  #isMarked = false

  /** Bytes `from` to `to` of a packet; `isMore` when they go on with the packet before. */
  add(from: number, to: number, { pts, dts }: PesTimes, isMore: boolean): void {
    const last = this.#marks.at(-1)
    if (isMore) {
      if (last && this.#isMarked) last.to = to
      return
    }
    this.#isMarked = pts !== undefined
    if (pts === undefined) return
    this.#marks.push({ from, to, pts, dts, isUsed: false })
    if (this.#marks.length > MARKS_MAX) this.#marks.splice(1, 1)
  }

  /**
   * The time of the unit at `from` to `to`; marks that end before `to` are forgotten. Cameras that give the time only
   * to a later packet of the unit are believed.
   */
  of(from: number, to: number): PesTimes {
    const begins = this.#marks.find((mark) => mark.from <= from && from < mark.to && !mark.isUsed)
    const inside = this.#marks.find((mark) => mark.from >= from && mark.to <= to && !mark.isUsed)
    const found = begins ?? inside
    if (found) found.isUsed = true
    this.#marks = this.#marks.filter(
      (mark) => mark.to > to || (mark === this.#marks.at(-1) && mark.to === to),
    )
    return found ? { pts: found.pts, dts: found.dts } : NONE
  }
}
