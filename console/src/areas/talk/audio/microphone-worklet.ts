import { TALK_FRAME_SAMPLES, TALK_RATE_HZ } from '@backlot/contract/talk/audio-frame'
import { Resampler } from './resampler.ts'

/** On the audio thread: brings the microphone to 8 kHz and posts frames of 320 samples (16 bit). */
class MicrophoneProcessor extends AudioWorkletProcessor {
  readonly #resampler = new Resampler(sampleRate, TALK_RATE_HZ)
  #frame = new Int16Array(TALK_FRAME_SAMPLES)
  #filled = 0

  process([channels]: Float32Array[][]): boolean {
    const input = channels?.[0]
    if (!input) return true
    for (const value of this.#resampler.push(input)) {
      this.#frame[this.#filled++] = Math.max(-32_768, Math.min(32_767, Math.round(value * 32_767)))
      if (this.#filled < TALK_FRAME_SAMPLES) continue
      this.port.postMessage(this.#frame, [this.#frame.buffer])
      this.#frame = new Int16Array(TALK_FRAME_SAMPLES)
      this.#filled = 0
    }
    return true
  }
}

registerProcessor('talk-microphone', MicrophoneProcessor)
