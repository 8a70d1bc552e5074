import { decodeAudio, encodeAudio } from '@backlot/contract/talk/audio-frame'
import { noteProblem } from '../../../platform/diagnostics.ts'
import { useSettings } from '../../../platform/settings-store.ts'
import { exposeTalk } from '../talk-diagnostics.ts'
import { type Microphone, openMicrophone } from './microphone.ts'
import { openSpeaker, type Speaker } from './speaker.ts'

type FrameSink = (bytes: Uint8Array<ArrayBuffer>) => void

let context: AudioContext | undefined
let speaker: Promise<Speaker> | undefined
let openedSpeaker: Speaker | undefined
let microphone: Promise<Microphone> | undefined
let openedMicrophone: Microphone | undefined
let sink: FrameSink | undefined

/** The audio of the page's talk; there after the operator has pressed something. */
function audioContext(): AudioContext {
  context ??= new AudioContext({ latencyHint: 'interactive' })
  if (context.state === 'suspended')
    context.resume().catch((error: unknown) => noteProblem('talk sound', String(error)))
  return context
}

/** Opens the loudspeaker, once. */
export async function openTalkSpeaker(): Promise<void> {
  audioContext()
  speaker ??= makeSpeaker().catch((error: unknown) => {
    // The next call tries again.
    speaker = undefined
    throw error
  })
  await speaker
}

async function makeSpeaker(): Promise<Speaker> {
  const made = await openSpeaker(audioContext())
  openedSpeaker = made
  made.setVolume(useSettings.getState().speakerVolume)
  useSettings.subscribe(({ speakerVolume }) => made.setVolume(speakerVolume))
  exposeTalk(() => ({
    out: openedSpeaker?.analyser,
    in: openedMicrophone?.analyser,
    facts: () => made.facts(),
  }))
  return made
}

/** Plays a frame as it came. */
export function playTalk(bytes: Uint8Array): void {
  const samples = decodeAudio('pcm', bytes)
  if (samples) openedSpeaker?.play(samples)
}

export function silenceTalk(): void {
  openedSpeaker?.clear()
}

/**
 * Opens the microphone and sends its frames to `to` from now on: there is one, and the last caller has it. Rejects with
 * a MicrophoneError. `onLost`: it was unplugged.
 */
export async function captureTalk(to: FrameSink, onLost: () => void): Promise<void> {
  sink = to
  const lost = () => {
    releaseMicrophone()
    onLost()
  }
  microphone ??= openMicrophone(
    audioContext(),
    (samples) => sink?.(encodeAudio('pcm', samples) as Uint8Array<ArrayBuffer>),
    lost,
  )
  try {
    openedMicrophone = await microphone
  } catch (error) {
    microphone = undefined
    throw error
  }
}

/** Gives the microphone back: the browser's sign goes out. */
export function releaseMicrophone(): void {
  sink = undefined
  const closing = microphone
  microphone = undefined
  openedMicrophone = undefined
  closing?.then(
    (opened) => opened.close(),
    () => undefined,
  )
}

/** Level of the played or captured sound, 0 to 1, for meters. */
export function talkLevel(which: 'in' | 'out'): number {
  const analyser = which === 'in' ? openedMicrophone?.analyser : openedSpeaker?.analyser
  if (!analyser) return 0
  const samples = new Float32Array(analyser.fftSize)
  analyser.getFloatTimeDomainData(samples)
  const power = samples.reduce((sum, value) => sum + value * value, 0) / samples.length
  const db = power > 0 ? 10 * Math.log10(power) : -96
  return Math.max(0, Math.min(1, (db + 60) / 54))
}
