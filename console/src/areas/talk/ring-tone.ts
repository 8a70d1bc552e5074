import { useSettings } from '../../platform/settings-store.ts'

const RING_EVERY_MS = 3000
const TONES_HZ = [660, 825] as const
const SECONDS = 0.9

let rings = 0
let stop: (() => void) | undefined

/** Rings while somebody waits; answers a function that stops it. Silent where the browser does not allow sound yet. */
export function startRinging(): () => void {
  rings++
  stop ??= ring()
  return () => {
    rings--
    if (rings > 0) return
    stop?.()
    stop = undefined
  }
}

function ring(): () => void {
  const context = new AudioContext()
  const once = () => {
    if (context.state !== 'running') return
    const volume = Math.min(1, useSettings.getState().speakerVolume / 100)
    for (const hertz of TONES_HZ) sound(context, hertz, volume)
  }
  const timer = setInterval(once, RING_EVERY_MS)
  void context.resume().then(once, () => undefined)
  return () => {
    clearInterval(timer)
    void context.close()
  }
}

function sound(context: AudioContext, hertz: number, volume: number): void {
  const start = context.currentTime + 0.02
  const oscillator = new OscillatorNode(context, { type: 'sine', frequency: hertz })
  const gain = new GainNode(context, { gain: 0 })
  gain.gain.setValueAtTime(0, start)
  gain.gain.linearRampToValueAtTime(0.12 * volume, start + 0.03)
  gain.gain.setValueAtTime(0.12 * volume, start + SECONDS - 0.1)
  gain.gain.linearRampToValueAtTime(0, start + SECONDS)
  oscillator.connect(gain).connect(context.destination)
  oscillator.start(start)
  oscillator.stop(start + SECONDS)
}
