import { expect, test } from 'vitest'
import { DecodeRoom, MAINS_MOST, streamsOf, TROUBLE_MS } from './wall-streams.ts'
import {
  changeWindow,
  emptyGrid,
  openNext,
  setLayout,
  toggleMaximised,
  type WindowGrid,
} from './window-grid.ts'

/** Sixteen windows that all play, and all wish the same. */
function wall(wish: 'auto' | 'main' | 'sub'): WindowGrid {
  let grid = emptyGrid(16)
  for (let n = 0; n < 16; n++) {
    grid = openNext(grid, { sn: `S${n}`, chnId: 1, name: '' })
    grid = changeWindow(grid, n, { streamType: wish })
  }
  return grid
}
const mains = (grid: WindowGrid, room = MAINS_MOST) =>
  streamsOf(grid, room).flatMap((stream, id) => (stream === 'main' ? [id] : []))

test('sixteen windows that wish the main stream get it as far as there is room', () => {
  expect(mains(wall('main'))).toEqual([0, 1, 2, 3])
  expect(mains(wall('main'), 0)).toEqual([])
  expect(mains(setLayout(wall('main'), 4))).toEqual([0, 1, 2, 3])
})

test('a maximised window resumes the main stream, whatever the room, unless it wishes the sub stream', () => {
  expect(mains(toggleMaximised(wall('main'), 9), 0)).toEqual([9])
  expect(mains(toggleMaximised(wall('auto'), 9))).toEqual([9])
  expect(mains(toggleMaximised(toggleMaximised(wall('auto'), 9), 9))).toEqual([])
  expect(mains(toggleMaximised(wall('sub'), 9))).toEqual([])
})

test('a window alone in its layout plays the main stream', () => {
  expect(mains(setLayout(wall('auto'), 1))).toEqual([0])
})

test('windows without a channel take no room', () => {
  const grid = changeWindow(wall('main'), 0, { place: undefined })
  expect(mains(grid)).toEqual([1, 2, 3, 4])
})

test('what the machine could not decode leaves less room, for a while', () => {
  const room = new DecodeRoom()
  expect(room.mains(0)).toBe(MAINS_MOST)
  room.trouble(1000)
  room.trouble(2000)
  expect(room.mains(3000)).toBe(MAINS_MOST - 2)
  expect(room.mains(1000 + TROUBLE_MS)).toBe(MAINS_MOST - 1)
  for (let i = 0; i < 9; i++) room.trouble(400_000)
  expect(room.mains(400_000)).toBe(0)
})
