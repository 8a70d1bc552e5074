import type { JitterFacts } from './jitter-buffer.ts'
import workletUrl from './speaker-worklet.ts?worker&url'

export type Speaker = {
  /** Samples at 8 kHz. */
  play(samples: Int16Array): void
  /** Forgets what waits to be played. */
  clear(): void
  setVolume(percent: number): void
  /** For meters: what is heard, before the volume. */
  analyser: AnalyserNode
  facts(): Promise<JitterFacts>
}

/** The operator's loudspeaker for talk: evens out what comes; 1 to 200 percent. */
export async function openSpeaker(context: AudioContext): Promise<Speaker> {
  await context.audioWorklet.addModule(workletUrl)
  const worklet = new AudioWorkletNode(context, 'talk-speaker', {
    numberOfInputs: 0,
    outputChannelCount: [1],
  })
  const analyser = new AnalyserNode(context, { fftSize: 2048, smoothingTimeConstant: 0.2 })
  const gain = new GainNode(context)
  // Twice the volume clips hard without it.
  const limiter = new DynamicsCompressorNode(context, {
    threshold: -3,
    knee: 0,
    ratio: 20,
    attack: 0.002,
    release: 0.1,
  })
  worklet.connect(analyser).connect(gain).connect(limiter).connect(context.destination)
  return {
    analyser,
    play: (samples) => worklet.port.postMessage(samples, [samples.buffer]),
    clear: () => worklet.port.postMessage('clear'),
    setVolume: (percent) => gain.gain.setTargetAtTime(percent / 100, context.currentTime, 0.02),
    facts: () =>
      new Promise((resolve) => {
        worklet.port.onmessage = ({ data }: MessageEvent<JitterFacts>) => resolve(data)
        worklet.port.postMessage('facts')
      }),
  }
}
