import { expect, test } from 'vitest'
import { snapped } from './snap.ts'

const targets = {
  corners: [
    { x: 100, y: 100, place: 'gate' },
    { x: 106, y: 100, place: 'door' },
  ],
  lines: [
    [
      { x: 0, y: 50 },
      { x: 200, y: 50 },
      { x: 200, y: 0 },
    ],
  ],
}

test('the nearest corner within ten pixels is taken, with its very own place', () => {
  expect(snapped({ x: 104, y: 101 }, targets)).toEqual({ kind: 'corner', place: 'door' })
  expect(snapped({ x: 98, y: 99 }, targets)).toEqual({ kind: 'corner', place: 'gate' })
  expect(snapped({ x: 100, y: 112 }, targets)).toBeUndefined()
})

test('away from corners the nearest point of a line is taken', () => {
  expect(snapped({ x: 80, y: 57 }, targets)).toEqual({ kind: 'line', pixel: { x: 80, y: 50 } })
  expect(snapped({ x: 205, y: 20 }, targets)).toEqual({ kind: 'line', pixel: { x: 200, y: 20 } })
  expect(snapped({ x: -5, y: 50 }, targets)).toEqual({ kind: 'line', pixel: { x: 0, y: 50 } })
  expect(snapped({ x: 80, y: 61 }, targets)).toBeUndefined()
})

test('a corner goes before a line that is nearer', () => {
  const near = {
    ...targets,
    lines: [
      [
        { x: 90, y: 104 },
        { x: 110, y: 104 },
      ],
    ],
  }
  expect(snapped({ x: 100, y: 104 }, near)).toEqual({ kind: 'corner', place: 'gate' })
})
