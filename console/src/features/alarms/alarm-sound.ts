import type { AlarmTone } from '@backlot/contract/alarm-types/entities'
import { create } from 'zustand'
import { noteProblem } from '../../platform/diagnostics.ts'
import { type Ring, TonePlan } from './tone-plan.ts'

/** Notes of each tone, in hertz. */
const NOTES: Readonly<Record<AlarmTone, readonly number[]>> = {
  siren: [1180, 780, 1180, 780],
  alert: [988, 740, 988],
  falling: [880, 660],
  rising: [660, 880],
  single: [740],
  low: [440],
  knock: [240, 240],
  none: [],
}
const NOTE_SECONDS = 0.16
const PEAK = 0.25

/** Whether the browser lets the page sound: most do once the operator touched it. */
export const useSoundPermission = create<{ granted: boolean }>(() => ({ granted: false }))

const plan = new TonePlan()
let context: AudioContext | undefined
let master: GainNode | undefined
let timer: ReturnType<typeof setTimeout> | undefined
let playing: OscillatorNode[] = []
/** 0 to 1. */
let volume = 1

/**
 * Opens the page's sound as soon as the browser allows it: at once where it allows it to every page or the operator
 * touched this one, else with the first click or key. A sound ringing by then is heard. Answers a function that stops
 * the wait.
 */
export function openSoundOnGesture(): () => void {
  const events = ['pointerdown', 'keydown'] as const
  const open = () => {
    openSound().catch((error: unknown) => noteProblem('alarm sound', String(error)))
  }
  // A browser may take the permission back (a call, a sleep): each touch asks again.
  for (const event of events) window.addEventListener(event, open)
  open()
  return () => {
    for (const event of events) window.removeEventListener(event, open)
  }
}

/** Resolves once the page sounds: where the browser does not let it, not before the next touch. */
async function openSound(): Promise<void> {
  if (context?.state === 'running') return
  context ??= made()
  await context.resume()
}

function made(): AudioContext {
  const audio = new AudioContext()
  master = audio.createGain()
  master.connect(audio.destination)
  const look = () => {
    const granted = audio.state === 'running'
    useSoundPermission.setState({ granted })
    if (granted) step()
  }
  audio.onstatechange = look
  return audio
}

/** Sounds a tone for the prompt time, unless the browser does not let it. `loudness` 0 to 1. */
export function soundAlarm(ring: Ring, { loudness, promptMs }: { loudness: number; promptMs: number }): void {
  volume = loudness
  plan.hear(ring, performance.now(), promptMs)
  step()
}

/** Ends the sound, in the middle of a tone too. */
export function silenceAlarms(): void {
  plan.silence()
  clearTimeout(timer)
  timer = undefined
  for (const oscillator of playing) oscillator.stop()
}

/** Sounds a tone once, so that the operator knows it. Follows a press of a button, so the browser lets it. */
export async function tryTone(tone: AlarmTone, loudness: number): Promise<void> {
  volume = loudness
  await openSound()
  play(tone)
}

function step(): void {
  if (context?.state !== 'running') return
  clearTimeout(timer)
  const { sound, againMs } = plan.step(performance.now())
  if (sound !== undefined) play(sound)
  timer = againMs === undefined ? undefined : setTimeout(step, againMs)
}

function play(tone: AlarmTone): void {
  if (!context || !master) return
  master.gain.value = volume
  const start = context.currentTime + 0.02
  for (const [index, hertz] of NOTES[tone].entries())
    playNote(context, master, hertz, start + index * NOTE_SECONDS)
}

function playNote(audio: AudioContext, out: GainNode, hertz: number, at: number): void {
  const oscillator = new OscillatorNode(audio, { type: 'triangle', frequency: hertz })
  const gain = new GainNode(audio, { gain: 0 })
  gain.gain.setValueAtTime(0, at)
  gain.gain.linearRampToValueAtTime(PEAK, at + 0.012)
  gain.gain.exponentialRampToValueAtTime(0.001, at + NOTE_SECONDS)
  oscillator.connect(gain).connect(out)
  oscillator.onended = () => {
    gain.disconnect()
    playing = playing.filter((one) => one !== oscillator)
  }
  oscillator.start(at)
  oscillator.stop(at + NOTE_SECONDS)
  playing.push(oscillator)
}
