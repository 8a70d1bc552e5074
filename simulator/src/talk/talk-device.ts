import type { CommonConfig } from '@backlot/contract/device-config/entities'
import { TALK_FRAME_MS, TALK_FRAME_SAMPLES, TALK_RATE_HZ } from '@backlot/contract/talk/audio-frame'
import { INCOMING_WAIT_MS } from '@backlot/contract/talk/constants'
import { configAt } from '../devices/device-config.ts'
import type { Voice } from '../devices/voice.ts'
import type { RemoteVoice } from './remote-voice.ts'
import { UplinkMeter } from './uplink-meter.ts'

/** How a device answers a call. */
export type DeviceAnswer =
  | 'ok'
  | 'busy'
  | 'refuse'
  | 'audioOffline'
  | 'intercomOffline'
  | 'network'
  | 'unknown'
  | 'noAnswer'

export type DeviceBehaviour = {
  answer: DeviceAnswer
  ringMs: number
  /** How long its own calls wait for an answer. */
  callForMs: number
  echoMs: number
  toneHz: number
  silent: boolean
}

/** Volumes of loudspeaker and microphone, 0 to 100. */
export type Volumes = Pick<CommonConfig, 'speakerVolume' | 'microphoneVolume'>

/** At these, those that it leaves the factory with, sound is as loud as it was made. */
const USUAL_VOLUMES: Volumes = configAt([], 'common', 0)

const SAMPLES_A_MS = TALK_RATE_HZ / 1000
const TONE_LEVEL = 9000
/** Frames that an echo holds at most: ten seconds. */
const ECHO_FRAMES_MAX = 250

/**
 * The talk side of one device: microphone (a voice, a tone, an echo) and loudspeaker (a meter); of one of others, what
 * its gateway hears of it and sends to it.
 */
export class TalkDevice {
  readonly sn: string
  readonly pitchHz: number
  behaviour: DeviceBehaviour
  meter = new UplinkMeter()
  /** Who has its one sound path: a call or a meeting. */
  takenBy: object | undefined
  readonly #voice: Voice
  readonly #volumes: () => Volumes
  readonly #remote: () => RemoteVoice | undefined
  #echo: EchoLine | undefined
  #spokenFrame = -1
  #spoken: Int16Array = new Int16Array(TALK_FRAME_SAMPLES)

  constructor(
    sn: string,
    voice: Voice,
    ringMs: number,
    volumes: () => Volumes = () => USUAL_VOLUMES,
    remote: () => RemoteVoice | undefined = () => undefined,
  ) {
    this.sn = sn
    this.#volumes = volumes
    this.#remote = remote
    this.#voice = voice
    this.pitchHz = voice.pitchHz
    this.behaviour = {
      answer: 'ok',
      ringMs,
      callForMs: INCOMING_WAIT_MS,
      echoMs: 0,
      toneHz: 0,
      silent: false,
    }
  }

  /** Its way over a wire; undefined: it is simulated here. */
  get remote(): RemoteVoice | undefined {
    return this.#remote()
  }

  behave(change: Partial<DeviceBehaviour>): void {
    this.behaviour = { ...this.behaviour, ...change }
    if (change.echoMs !== undefined) this.#echo = change.echoMs > 0 ? new EchoLine(change.echoMs) : undefined
  }

  /** Sound reaches its loudspeaker. */
  hear(nowMs: number, sent: Int16Array): void {
    const { remote } = this
    if (remote) {
      this.meter.frame(nowMs, sent)
      remote.hear(sent)
      return
    }
    const samples = amplified(sent, this.#volumes().speakerVolume / USUAL_VOLUMES.speakerVolume)
    this.meter.frame(nowMs, samples)
    this.#echo?.push(nowMs, samples)
  }

  /**
   * Samples of its microphone in a frame (frames of 40 ms since the epoch). A frame is spoken once, however many
   * listen. Do not change the returned array.
   */
  speak(frame: number): Int16Array {
    if (frame === this.#spokenFrame) return this.#spoken
    this.#spokenFrame = frame
    const { remote } = this
    if (remote) {
      this.#spoken = remote.speak()
      return this.#spoken
    }
    const samples = new Int16Array(TALK_FRAME_SAMPLES)
    const startMs = frame * TALK_FRAME_MS
    const { silent, toneHz } = this.behaviour
    if (toneHz > 0) tone(toneHz, startMs * SAMPLES_A_MS, samples)
    else if (!silent) this.#voice.speak(startMs * SAMPLES_A_MS, samples)
    const echo = this.#echo?.pull(startMs)
    if (echo) addInto(samples, echo)
    this.#spoken = amplified(samples, this.#volumes().microphoneVolume / USUAL_VOLUMES.microphoneVolume)
    return this.#spoken
  }
}

function tone(hz: number, sample: number, out: Int16Array): void {
  for (let i = 0; i < out.length; i++) {
    const second = ((sample + i) % TALK_RATE_HZ) / TALK_RATE_HZ
    out[i] = Math.round(TONE_LEVEL * Math.sin(2 * Math.PI * hz * second))
  }
}

/** A sound amplified and clipped; the same one at 1. */
function amplified(samples: Int16Array, gain: number): Int16Array {
  if (gain === 1) return samples
  return samples.map((sample) => Math.max(-32_768, Math.min(32_767, Math.round(sample * gain))))
}

/** Adds one sound to another, clipped. */
function addInto(samples: Int16Array, more: Int16Array): void {
  for (let i = 0; i < samples.length; i++)
    samples[i] = Math.max(-32_768, Math.min(32_767, samples[i]! + more[i]!))
}

/** Plays back later what is heard now: a line of frames, played one after the other however they arrived. */
class EchoLine {
  readonly delayMs: number
  #frames: Int16Array[] = []
  #playsAtMs = 0

  constructor(delayMs: number) {
    this.delayMs = delayMs
  }

  push(nowMs: number, frame: Int16Array): void {
    if (this.#frames.length === 0 && nowMs + this.delayMs > this.#playsAtMs)
      this.#playsAtMs = nowMs + this.delayMs
    // Bursts may come in advance, but not without end.
    if (this.#frames.length < ECHO_FRAMES_MAX) this.#frames.push(frame)
  }

  /** The frame that is due, if one is. */
  pull(nowMs: number): Int16Array | undefined {
    return nowMs >= this.#playsAtMs ? this.#frames.shift() : undefined
  }
}
