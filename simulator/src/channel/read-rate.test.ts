import { expect, test } from 'vitest'
import { ReadRate } from './read-rate.ts'

test('a console that opens every screen at once is not held up', () => {
  const rate = new ReadRate(0)
  for (let n = 0; n < 64; n++) expect(rate.count(20_000, 0)).toBe(0)
})

test('tiny frames and giant ones without end are read at a bounded rate', () => {
  const readIn10s = (bytes: number) => {
    const rate = new ReadRate(0)
    let frames = 0
    for (let ms = 0; ms < 10_000; frames++) ms += rate.count(bytes, ms)
    return frames
  }
  expect(readIn10s(30) / 10).toBeLessThan(800)
  expect((readIn10s(512 * 1024) * 512) / 10).toBeLessThan(800)
})
