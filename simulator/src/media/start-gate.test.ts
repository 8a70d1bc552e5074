import { expect, test } from 'vitest'
import { createBackdropPolicy } from './fine-backdrop.ts'
import { createStartGate } from './start-gate.ts'

test('at most so many start at once, the others in order as turns are given back', () => {
  const gate = createStartGate(2)
  const begun: string[] = []
  const leaves = ['a', 'b', 'c', 'd'].map((name) => gate.enter(() => begun.push(name)))
  expect(begun).toEqual(['a', 'b'])
  leaves[2]!()
  leaves[0]!()
  leaves[0]!()
  expect(begun).toEqual(['a', 'b', 'd'])
})

const POSE = { panDeg: 10, tiltDeg: -5, zoom: 1 }

test('a camera that stands still is given the fine backdrop once it has been prepared, a moving one is not', () => {
  const policy = createBackdropPolicy()
  const choose = (i: number, pan = 10) =>
    policy.choose(1_000_000_000_000 + i * 83, 3, { ...POSE, panDeg: pan }, 1)
  const first = Array.from({ length: 30 }, (_, i) => choose(i))
  expect(first.filter((choice) => choice.prepare)).toHaveLength(1)
  expect(first.every((choice) => choice.quality === 'quick')).toBe(true)
  policy.prepared(true)
  expect(choose(31).quality).toBe('fine')
  expect(choose(32, 11)).toMatchObject({ quality: 'quick', prepare: false })
})

test('the old fine backdrop serves until the one of the next sky is there', () => {
  const policy = createBackdropPolicy()
  const choose = (atMs: number) => policy.choose(1_000_000_000_000 + atMs, 3, POSE, 1)
  for (let i = 0; i < 30; i++) choose(i * 83)
  policy.prepared(true)
  const before = choose(3000)
  const after = choose(123_000)
  expect(after).toEqual({ quality: 'fine', skyTimeMs: before.skyTimeMs, prepare: true })
  policy.prepared(true)
  expect(choose(123_083).skyTimeMs).toBe(before.skyTimeMs + 120_000)
})

test('a fast clock gets quick backdrops only', () => {
  const policy = createBackdropPolicy()
  const choices = Array.from({ length: 40 }, (_, i) =>
    policy.choose(1_000_000_000_000 + i * 5000, 3, POSE, 60),
  )
  expect(choices.some((choice) => choice.prepare || choice.quality === 'fine')).toBe(false)
})
