import { TALK_RATE_HZ } from '@backlot/contract/talk/audio-frame'
import { JitterBuffer } from './jitter-buffer.ts'
import { Resampler } from './resampler.ts'

/** Samples at 8 kHz that are brought up at a time: 5 ms. */
const STEP = 40

/** On the audio thread: takes frames (16 bit, 8 kHz), evens them out and brings them to the rate of the device. */
class SpeakerProcessor extends AudioWorkletProcessor {
  readonly #buffer = new JitterBuffer()
  readonly #resampler = new Resampler(TALK_RATE_HZ, sampleRate)
  #ready = new Float32Array(0)

  constructor() {
    super()
    this.port.onmessage = ({ data }: MessageEvent<Int16Array | 'clear' | 'facts'>) => {
      if (data === 'clear') this.#buffer.clear()
      else if (data === 'facts') this.port.postMessage(this.#buffer.facts())
      else this.#buffer.push(Float32Array.from(data, (sample) => sample / 32_768))
    }
  }

  process(_inputs: Float32Array[][], outputs: Float32Array[][]): boolean {
    const out = outputs[0]?.[0]
    if (!out) return true
    while (this.#ready.length < out.length) {
      const piece = new Float32Array(STEP)
      this.#buffer.pull(piece)
      const more = this.#resampler.push(piece)
      const joined = new Float32Array(this.#ready.length + more.length)
      joined.set(this.#ready)
      joined.set(more, this.#ready.length)
      this.#ready = joined
    }
    out.set(this.#ready.subarray(0, out.length))
    this.#ready = this.#ready.slice(out.length)
    return true
  }
}

registerProcessor('talk-speaker', SpeakerProcessor)
