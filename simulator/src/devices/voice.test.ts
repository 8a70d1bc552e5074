import { expect, test } from 'vitest'
import { createVoice } from './voice.ts'

const START = 1_795_140_000_000 * 8

function said(seed: number, entity: number, sample: number, length: number): Int16Array {
  const out = new Int16Array(length)
  createVoice(seed, entity).speak(sample, out)
  return out
}

/** Energy of a frequency in a piece of sound (Goertzel). */
function energyAt(hz: number, samples: Int16Array): number {
  const turn = 2 * Math.cos((2 * Math.PI * hz) / 8000)
  let [one, two] = [0, 0]
  for (const sample of samples) [one, two] = [sample + turn * one - two, one]
  return (one * one + two * two - turn * one * two) / samples.length
}

test('one moment sounds the same however it is asked for', () => {
  const whole = said(7, 11, START, 3200)
  for (const from of [0, 1, 319, 1600, 2999])
    expect(said(7, 11, START + from, 200)).toEqual(whole.slice(from, from + 200))
})

test('speakers differ, and none clips', () => {
  const [one, other] = [said(7, 1, START, 80_000), said(7, 2, START, 80_000)]
  expect(one).not.toEqual(other)
  for (const samples of [one, other]) {
    const loudest = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    expect(loudest).toBeGreaterThan(5000)
    expect(loudest).toBeLessThan(20_000)
  }
})

test('a voice speaks and breathes, and its energy stands on its harmonics', () => {
  const { pitchHz } = createVoice(7, 3)
  const samples = said(7, 3, START, 80_000)
  const silent = samples.filter((value) => value === 0).length / samples.length
  expect(silent).toBeGreaterThan(0.1)
  expect(silent).toBeLessThan(0.6)
  const on = [1, 2, 3, 4].reduce((sum, n) => sum + energyAt(n * pitchHz, samples), 0)
  const off = [1, 2, 3, 4].reduce((sum, n) => sum + energyAt((n + 0.5) * pitchHz, samples), 0)
  expect(on).toBeGreaterThan(20 * off)
})
