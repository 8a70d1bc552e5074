import { expect, it } from 'vitest'
import { JitterBuffer } from './jitter-buffer.ts'

const frame = (value: number) => new Float32Array(320).fill(value)
function pull(buffer: JitterBuffer, length: number): Float32Array {
  const out = new Float32Array(length)
  buffer.pull(out)
  return out
}

it('waits for two frames before the first sound, then plays without a gap', () => {
  const buffer = new JitterBuffer()
  buffer.push(frame(1))
  expect(pull(buffer, 100).every((value) => value === 0)).toBe(true)
  buffer.push(frame(1))
  const first = pull(buffer, 320)
  expect(first[0]).toBeLessThan(0.1)
  expect(first[319]).toBe(1)
  buffer.push(frame(1))
  expect(pull(buffer, 320).every((value) => value === 1)).toBe(true)
})

it('fades into a gap and waits again', () => {
  const buffer = new JitterBuffer()
  buffer.push(frame(1))
  buffer.push(frame(1))
  const all = pull(buffer, 700)
  expect(all[600]).toBe(1)
  expect(all[639]).toBeLessThan(0.1)
  expect(all[640]).toBe(0)
  expect(buffer.facts().gaps).toBe(1)
  buffer.push(frame(1))
  expect(pull(buffer, 10)[9]).toBe(0)
})

it('cuts a pile to the target, so that sound is never late for long', () => {
  const buffer = new JitterBuffer()
  for (let i = 0; i < 9; i++) buffer.push(frame(i))
  expect(buffer.facts()).toEqual({ bufferedMs: 80, gaps: 0, droppedMs: 280 })
  expect(pull(buffer, 320)[319]).toBe(7)
})

it('gives up delay that two seconds did not need', () => {
  const buffer = new JitterBuffer()
  for (let i = 0; i < 6; i++) buffer.push(frame(1))
  for (let i = 0; i < 50; i++) {
    pull(buffer, 320)
    buffer.push(frame(1))
  }
  expect(buffer.facts()).toEqual({ bufferedMs: 80, gaps: 0, droppedMs: 160 })
  for (let i = 0; i < 100; i++) {
    pull(buffer, 320)
    buffer.push(frame(1))
  }
  expect(buffer.facts()).toEqual({ bufferedMs: 80, gaps: 0, droppedMs: 160 })
})
