import { expect, it } from 'vitest'
import { Resampler } from './resampler.ts'

const tone = (hz: number, rate: number, length: number) =>
  Float32Array.from({ length }, (_, i) => Math.sin((2 * Math.PI * hz * i) / rate))

/** Loudest sample once the filter has settled. */
const loudest = (samples: Float32Array) =>
  samples.slice(200, -200).reduce((most, value) => Math.max(most, Math.abs(value)), 0)

function inPieces(resampler: Resampler, samples: Float32Array, size: number): Float32Array {
  const parts: number[] = []
  for (let i = 0; i < samples.length; i += size) parts.push(...resampler.push(samples.subarray(i, i + size)))
  return Float32Array.from(parts)
}

it.each([48_000, 44_100, 16_000])(
  'brings speech from %i Hz to 8 kHz and keeps out what would fold',
  (rate) => {
    const voice = new Resampler(rate, 8000).push(tone(1000, rate, rate))
    expect(Math.abs(voice.length - 8000)).toBeLessThan(20)
    expect(loudest(voice)).toBeGreaterThan(0.97)
    expect(loudest(voice)).toBeLessThan(1.03)
    expect(loudest(new Resampler(rate, 8000).push(tone(6000, rate, rate)))).toBeLessThan(0.03)
  },
)

it('brings 8 kHz up without images', () => {
  const up = new Resampler(8000, 48_000).push(tone(1000, 8000, 8000))
  expect(Math.abs(up.length - 48_000)).toBeLessThan(100)
  expect(loudest(up)).toBeGreaterThan(0.97)
})

it.each([128, 1, 977])('gives the same whatever the pieces: %i samples', (size) => {
  const samples = tone(700, 44_100, 4410)
  const whole = new Resampler(44_100, 8000).push(samples)
  const pieces = inPieces(new Resampler(44_100, 8000), samples, size)
  expect(pieces.length).toBe(whole.length)
  for (let i = 0; i < whole.length; i++) expect(pieces[i]).toBeCloseTo(whole[i]!, 4)
})
