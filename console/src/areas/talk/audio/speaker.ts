import type { JitterFacts } from './jitter-buffer.ts'
import { SpeakerFeed } from './speaker-feed.ts'
import workletUrl from './speaker-worklet.ts?worker&url'

export type Speaker = {
  /** Samples at 8 kHz. */
  play(samples: Int16Array): void
  /** Discards sound that waits to be played. */
  clear(): void
  setVolume(percent: number): void
  /** For meters: the played sound, before the volume. */
  analyser: AnalyserNode
  facts(): Promise<JitterFacts>
}

type Source = Pick<Speaker, 'play' | 'clear' | 'facts'> & { node: AudioNode }

/**
 * Buffer of a player on an insecure page: the only node that runs a script there (Web Audio API 1.1: AudioWorklet
 * exists only in secure contexts). Samples for 43 ms at 48 kHz: the page's own work delays it, unlike a worklet.
 */
const SCRIPT_SAMPLES = 2048

/** The operator's loudspeaker for talk: evens out arriving sound; 1 to 200 percent. Also on an insecure page. */
export async function openSpeaker(context: AudioContext): Promise<Speaker> {
  const { node, ...source } = 'audioWorklet' in context ? await workletSource(context) : scriptSource(context)
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
  node.connect(analyser).connect(gain).connect(limiter).connect(context.destination)
  return {
    ...source,
    analyser,
    setVolume: (percent) => gain.gain.setTargetAtTime(percent / 100, context.currentTime, 0.02),
  }
}

async function workletSource(context: AudioContext): Promise<Source> {
  await context.audioWorklet.addModule(workletUrl)
  const node = new AudioWorkletNode(context, 'talk-speaker', {
    numberOfInputs: 0,
    outputChannelCount: [1],
  })
  return {
    node,
    play: (samples) => node.port.postMessage(samples, [samples.buffer]),
    clear: () => node.port.postMessage('clear'),
    facts: () =>
      new Promise((resolve) => {
        node.port.onmessage = ({ data }: MessageEvent<JitterFacts>) => resolve(data)
        node.port.postMessage('facts')
      }),
  }
}

function scriptSource(context: BaseAudioContext): Source {
  const feed = new SpeakerFeed(context.sampleRate)
  const node = context.createScriptProcessor(SCRIPT_SAMPLES, 0, 1)
  node.onaudioprocess = ({ outputBuffer }) => feed.fill(outputBuffer.getChannelData(0))
  return {
    node,
    play: (samples) => feed.push(samples),
    clear: () => feed.clear(),
    facts: async () => feed.facts(),
  }
}
