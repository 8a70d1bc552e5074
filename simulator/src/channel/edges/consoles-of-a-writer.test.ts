import { expect, test } from 'vitest'
import { consolesOfAWriter } from './consoles-of-a-writer.ts'

const edges = (...consoles: number[]) => consoles.map((count, i) => ({ id: `e${i}`, consoles: count }))
const on = (host: string, cores: number, ...ids: string[]) => ids.map((id) => ({ id, host, cores }))

test('edges on machines of their own write each to its consoles', () => {
  const members = [...on('a', 8, 'e0'), ...on('b', 8, 'e1')]
  expect(consolesOfAWriter(edges(300, 500), members)).toBe(500)
})

test('edges that share a machine share half of its processors', () => {
  const ids = ['e0', 'e1', 'e2', 'e3']
  expect(consolesOfAWriter(edges(150, 150, 150, 150), on('a', 2, ...ids))).toBe(600)
  expect(consolesOfAWriter(edges(150, 150, 150, 150), on('a', 4, ...ids))).toBe(300)
  expect(consolesOfAWriter(edges(150, 150, 150, 150), on('a', 16, ...ids))).toBe(150)
})

test('one that the cluster does not list yet counts as alone, and no edge has no consoles', () => {
  expect(consolesOfAWriter(edges(40, 60), on('a', 1, 'e0'))).toBe(60)
  expect(consolesOfAWriter([], [])).toBe(0)
})
