import type { HeardSound } from '@backlot/contract/control/talk-calls'
import type { z } from 'zod'

const SILENCE_DB = -96
/** Frames of the last second. */
const RECENT = 25

/** Counts received audio of a device: frames, losses against captured ones, pauses, levels. */
export class UplinkMeter {
  #frames = 0
  #captured = 0
  #lost = 0
  #stray = 0
  #pressFrames = 0
  #lastMs: number | undefined
  #longestGapMs = 0
  #peakDb = SILENCE_DB
  #recent: number[] = []

  /** Somebody begins to speak. */
  press(): void {
    this.#pressFrames = 0
    this.#lastMs = undefined
  }

  frame(nowMs: number, samples: Int16Array): void {
    this.#frames++
    this.#pressFrames++
    if (this.#lastMs !== undefined) this.#longestGapMs = Math.max(this.#longestGapMs, nowMs - this.#lastMs)
    this.#lastMs = nowMs
    const power = meanSquare(samples)
    this.#peakDb = Math.max(this.#peakDb, decibels(power))
    this.#recent.push(power)
    if (this.#recent.length > RECENT) this.#recent.shift()
  }

  strayFrame(): void {
    this.#stray++
  }

  /** The operator is done; `captured` is the number of frames captured meanwhile, when given. */
  release(captured: number | undefined): void {
    if (captured !== undefined) {
      this.#captured += captured
      this.#lost += Math.max(0, captured - this.#pressFrames)
    }
    this.#pressFrames = 0
  }

  read(): z.infer<typeof HeardSound> {
    const power = this.#recent.reduce((sum, one) => sum + one, 0) / Math.max(1, this.#recent.length)
    return {
      frames: this.#frames,
      captured: this.#captured,
      lost: this.#lost,
      loss: this.#captured === 0 ? 0 : this.#lost / this.#captured,
      stray: this.#stray,
      longestGapMs: this.#longestGapMs,
      levelDb: decibels(power),
      peakDb: this.#peakDb,
    }
  }
}

/** Mean square of samples, full scale is 1. */
export function meanSquare(samples: Int16Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return samples.length === 0 ? 0 : sum / samples.length / 2 ** 30
}

/** dB below full scale, rounded to a tenth. */
function decibels(power: number): number {
  return power <= 0 ? SILENCE_DB : Math.max(SILENCE_DB, Math.round(100 * Math.log10(power)) / 10)
}
