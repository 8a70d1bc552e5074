import type { AlarmTone } from '@backlot/contract/alarm-types/entities'

/** Urgency of a sound: 0 an SOS, else the level, 1 critical to 4 notice. */
type Urgency = 0 | 1 | 2 | 3 | 4
/** Sound and urgency. */
export type Ring = { tone: AlarmTone; urgency: Urgency }

/** From one beginning to the next, by urgency. A storm sounds like one alarm, not like a chainsaw. */
const EVERY_MS: readonly number[] = [1200, 1500, 1800, 2000, 2000]

/**
 * When which tone sounds: with the first alarm at once, and repeatedly until the prompt time after the newest is over.
 * While several ring the most severe is heard. Takes its clock as an argument, in milliseconds.
 */
export class TonePlan {
  #ring: Ring = { tone: 'none', urgency: 4 }
  #untilMs = Number.NEGATIVE_INFINITY
  #soundedMs = Number.NEGATIVE_INFINITY

  hear(ring: Ring, nowMs: number, promptMs: number): void {
    if (nowMs >= this.#untilMs || ring.urgency < this.#ring.urgency) this.#ring = ring
    this.#untilMs = Math.max(this.#untilMs, nowMs + promptMs)
  }

  /** The tone that is to begin now, if any, and after how long to look again; undefined when it is quiet by then. */
  step(nowMs: number): { sound: AlarmTone | undefined; againMs: number | undefined } {
    if (nowMs >= this.#untilMs) return { sound: undefined, againMs: undefined }
    const everyMs = EVERY_MS[this.#ring.urgency]!
    const leftMs = this.#soundedMs + everyMs - nowMs
    if (leftMs > 0) return { sound: undefined, againMs: leftMs }
    this.#soundedMs = nowMs
    return { sound: this.#ring.tone, againMs: everyMs }
  }

  /** Ends the sound; the next alarm rings again. */
  silence(): void {
    this.#untilMs = Number.NEGATIVE_INFINITY
  }
}
