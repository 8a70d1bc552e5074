import { expect, it } from 'vitest'
import { createScaledStamps } from './scaled-stamps.ts'

/** What 4 s of a playback at a speed become, pictures 40 ms apart, whose times run so many times as fast as the clock. */
function played(speed: number, pace: number): number[] {
  const stamps = createScaledStamps(1)
  stamps.restart(speed)
  return Array.from({ length: 101 }, (_, i) => stamps.of(90_000 + i * 40 * pace, 5000 + i * 40))
}

it.each([1, 2, 4])("makes the recording's times at speed %i those of the playback", (speed) => {
  const times = played(speed, speed)
  expect(times.at(-1)).toBe(4000)
})

it('leaves times of the playback as they are, once they have shown themselves', () => {
  const times = played(4, 1)
  // Half a second went by in steps of a quarter.
  expect(times.at(-1)).toBeGreaterThan(3500)
  for (let i = 1; i < times.length; i++) expect(times[i]).toBeGreaterThan(times[i - 1]!)
})

it('goes on from where it was at another place', () => {
  const stamps = createScaledStamps(1)
  stamps.of(1000, 0)
  expect(stamps.of(1040, 40)).toBe(40)
  stamps.restart(1)
  expect(stamps.of(700_000, 80)).toBe(40)
  expect(stamps.of(700_040, 120)).toBe(80)
})
