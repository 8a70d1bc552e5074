import { FLOOR_MAX_MS, FLOOR_QUEUE_MAX } from '@backlot/contract/talk/ptt-frames'
import type { FloorResult } from '@backlot/contract/talk/results'

/** Who speaks without a sound is taken the floor after that long. */
export const FLOOR_SILENT_MS = 4000

/**
 * The floor of a push-to-talk group: one speaks, the others wait in line or are denied. A holder that keeps it too
 * long, or sends no sound, loses it to the next.
 */
export class Floor<Who> {
  #holder: { who: Who; sinceMs: number; heardMs: number } | undefined
  #line: Who[] = []

  get holder(): Who | undefined {
    return this.#holder?.who
  }

  get waiting(): readonly Who[] {
    return this.#line
  }

  request(who: Who, nowMs: number, queue: boolean): Exclude<FloorResult, 'notInGroup'> {
    if (this.#holder?.who === who) return 'granted'
    if (!this.#holder) {
      this.#give(who, nowMs)
      return 'granted'
    }
    if (this.#line.includes(who)) return 'queued'
    if (!queue) return 'denied'
    if (this.#line.length >= FLOOR_QUEUE_MAX) return 'queueFull'
    this.#line.push(who)
    return 'queued'
  }

  /** Gives up the floor or the place in line. Answers whether anything changed. */
  release(who: Who, nowMs: number): boolean {
    if (this.#holder?.who === who) {
      this.#next(nowMs)
      return true
    }
    const before = this.#line.length
    this.#line = this.#line.filter((one) => one !== who)
    return this.#line.length < before
  }

  /** The holder is heard. */
  heard(nowMs: number): void {
    if (this.#holder) this.#holder.heardMs = nowMs
  }

  /** Takes the floor from a holder who keeps it too long or is silent. */
  review(nowMs: number): { who: Who; why: 'tooLong' | 'silent' } | undefined {
    const holder = this.#holder
    if (!holder) return undefined
    const why =
      nowMs - holder.sinceMs >= FLOOR_MAX_MS
        ? 'tooLong'
        : nowMs - holder.heardMs >= FLOOR_SILENT_MS
          ? 'silent'
          : undefined
    if (!why) return undefined
    this.#next(nowMs)
    return { who: holder.who, why }
  }

  #next(nowMs: number): void {
    const next = this.#line.shift()
    this.#holder = undefined
    if (next !== undefined) this.#give(next, nowMs)
  }

  #give(who: Who, nowMs: number): void {
    this.#line = this.#line.filter((one) => one !== who)
    this.#holder = { who, sinceMs: nowMs, heardMs: nowMs }
  }
}
