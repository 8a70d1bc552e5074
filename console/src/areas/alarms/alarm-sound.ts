import { noteProblem } from '../../platform/diagnostics.ts'

/** Two tones for an ordinary alarm, a wailing four for an SOS. Frequencies in hertz. */
const TONES = { alarm: [880, 660], sos: [1180, 780, 1180, 780] } as const
const TONE_SECONDS = 0.16
/** A storm sounds like one alarm every so often, not like a chainsaw. */
const QUIET_MS = 1800

let context: AudioContext | undefined
let lastAt = Number.NEGATIVE_INFINITY

/**
 * Browsers let a page sound only after the operator touched it: the first click or key press opens the audio.
 * Returns the way to stop waiting for it.
 */
export function openSoundOnGesture(): () => void {
  const open = () => {
    context ??= new AudioContext()
    context.resume().catch((error: unknown) => noteProblem('alarm sound', String(error)))
    close()
  }
  const close = () => {
    window.removeEventListener('pointerdown', open)
    window.removeEventListener('keydown', open)
  }
  window.addEventListener('pointerdown', open)
  window.addEventListener('keydown', open)
  return close
}

/** Whether the browser lets the page sound by now. */
export function canSound(): boolean {
  return context?.state === 'running'
}

/** Sounds the alarm tone, unless it just did or the browser does not let it yet. `volume` 0 to 1. */
export function soundAlarm(kind: keyof typeof TONES, volume: number): void {
  const now = performance.now()
  if (context?.state !== 'running' || now - lastAt < QUIET_MS) return
  lastAt = now
  const start = context.currentTime + 0.02
  TONES[kind].forEach((hertz, index) => {
    if (context) sound(context, hertz, start + index * TONE_SECONDS, volume)
  })
}

function sound(audio: AudioContext, hertz: number, at: number, volume: number): void {
  const oscillator = new OscillatorNode(audio, { type: 'triangle', frequency: hertz })
  const gain = new GainNode(audio, { gain: 0 })
  gain.gain.setValueAtTime(0, at)
  gain.gain.linearRampToValueAtTime(0.25 * volume, at + 0.012)
  gain.gain.exponentialRampToValueAtTime(0.001, at + TONE_SECONDS)
  oscillator.connect(gain).connect(audio.destination)
  oscillator.start(at)
  oscillator.stop(at + TONE_SECONDS)
}
