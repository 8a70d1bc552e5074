import { TALK_FRAME_SAMPLES } from '@backlot/contract/talk/audio-frame'

/**
 * Sums the sounds of a frame; each hears everybody but himself. `without` answers undefined when nobody else makes a
 * sound.
 */
export class Mixer<Who> {
  readonly #parts = new Map<Who, Int16Array>()
  readonly #sum = new Int32Array(TALK_FRAME_SAMPLES)

  add(who: Who, samples: Int16Array): void {
    this.#parts.set(who, samples)
    for (let i = 0; i < samples.length; i++) this.#sum[i]! += samples[i]!
  }

  without(who: Who): Int16Array | undefined {
    const own = this.#parts.get(who)
    if (this.#parts.size === (own ? 1 : 0)) return undefined
    const mixed = new Int16Array(TALK_FRAME_SAMPLES)
    for (let i = 0; i < mixed.length; i++)
      mixed[i] = Math.max(-32_768, Math.min(32_767, this.#sum[i]! - (own?.[i] ?? 0)))
    return mixed
  }
}
