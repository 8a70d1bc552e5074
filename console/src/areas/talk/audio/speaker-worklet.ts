import { SpeakerFeed } from './speaker-feed.ts'

/** On the audio thread: plays the feed. */
class SpeakerProcessor extends AudioWorkletProcessor {
  readonly #feed = new SpeakerFeed(sampleRate)

  constructor() {
    super()
    this.port.onmessage = ({ data }: MessageEvent<Int16Array | 'clear' | 'facts'>) => {
      if (data === 'clear') this.#feed.clear()
      else if (data === 'facts') this.port.postMessage(this.#feed.facts())
      else this.#feed.push(data)
    }
  }

  process(_inputs: Float32Array[][], outputs: Float32Array[][]): boolean {
    const out = outputs[0]?.[0]
    if (out) this.#feed.fill(out)
    return true
  }
}

registerProcessor('talk-speaker', SpeakerProcessor)
