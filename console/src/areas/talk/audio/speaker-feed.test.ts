import { expect, it } from 'vitest'
import { SpeakerFeed } from './speaker-feed.ts'

const RATE_HZ = 48_000
const TONE_HZ = 1000

/** 40 ms of a tone at 8 kHz, the n-th of them. */
const frame = (n: number) =>
  Int16Array.from(
    { length: 320 },
    (_, i) => 16_384 * Math.sin((2 * Math.PI * TONE_HZ * (n * 320 + i)) / 8000),
  )

it.each([128, 2048])('plays frames as one tone without a seam, %i samples at a time', (size) => {
  const feed = new SpeakerFeed(RATE_HZ)
  const heard: number[] = []
  for (let n = 0; n < 50; n++) {
    feed.push(frame(n))
    while (n >= 3 && heard.length < ((n - 2) * RATE_HZ) / 25) {
      const out = new Float32Array(size)
      feed.fill(out)
      heard.push(...out)
    }
  }
  expect(feed.facts()).toMatchObject({ gaps: 0, droppedMs: 0 })
  const settled = heard.slice(RATE_HZ / 10, RATE_HZ)
  expect(Math.max(...settled)).toBeGreaterThan(0.48)
  // The steepest step of such a tone; a seam would be steeper.
  const steps = settled.slice(1).map((value, i) => Math.abs(value - settled[i]!))
  expect(Math.max(...steps)).toBeLessThan(0.52 * 2 * Math.PI * (TONE_HZ / RATE_HZ))
})

it('is silent when nothing came, and after it was cleared', () => {
  const feed = new SpeakerFeed(RATE_HZ)
  for (let n = 0; n < 4; n++) feed.push(frame(n))
  feed.clear()
  const out = new Float32Array(4096).fill(1)
  feed.fill(out)
  expect(out.every((value) => value === 0)).toBe(true)
})
