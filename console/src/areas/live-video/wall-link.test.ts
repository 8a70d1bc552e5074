import { afterEach, beforeEach, expect, it } from 'vitest'
import { create } from 'zustand'
import {
  createWallLink,
  type LinkedWall,
  useOtherWindow,
  type WallLink,
  type WallMessage,
} from './wall-link.ts'
import { emptyGrid, openIn, setLayout, stopAll, type WindowGrid } from './window-grid.ts'

const camera = (sn: string) => ({ sn, chnId: 1, name: sn })
const shown = (wall: LinkedWall) =>
  wall.grid().windows.flatMap(({ id, place }) => (place ? [`${id} ${place.sn}`] : []))

function plainWall(): LinkedWall {
  const use = create<{ grid: WindowGrid }>(() => ({ grid: emptyGrid() }))
  return {
    use,
    grid: () => use.getState().grid,
    change: (change) => use.setState(({ grid }) => ({ grid: change(grid) })),
  }
}

let walls: [LinkedWall, LinkedWall]
let links: [WallLink, WallLink]
let ended: number[]
/** Two windows whose messages arrive in order, after those who sent them have gone on. */
let queue: (() => void)[]
const settle = () => {
  for (let next = queue.shift(); next; next = queue.shift()) next()
}
beforeEach(() => {
  queue = []
  ended = []
  walls = [plainWall(), plainWall()]
  const post = (to: 0 | 1) => (message: WallMessage) => void queue.push(() => links[to]?.hear(message))
  const end = (at: 0 | 1) => ({ post: post(at === 0 ? 1 : 0), onActive() {}, onEnd: () => ended.push(at) })
  links = [createWallLink(walls[0], end(0)), createWallLink(walls[1], end(1))]
  settle()
})
afterEach(() => {
  for (const link of links) link.stop()
  useOtherWindow.setState({ wall: undefined })
})

it('a wall that moves leaves nothing behind, and what the other window showed comes in exchange', () => {
  walls[0].change((grid) => openIn(openIn(setLayout(grid, 9), 0, camera('A')), 8, camera('B')))
  settle()
  links[0].send({ kind: 'take', wall: { layout: '9', windows: 'A.1********B.1' } })
  settle()
  expect([shown(walls[0]), shown(walls[1])]).toEqual([[], ['0 A', '8 B']])
  expect([walls[0].grid().layout, walls[1].grid().layout]).toEqual([4, 9])
  walls[0].change((grid) => openIn(grid, 1, camera('C')))
  settle()
  links[0].send({ kind: 'take', wall: { layout: '4', windows: '*C.1' } })
  settle()
  expect([shown(walls[0]), shown(walls[1])]).toEqual([['0 A', '8 B'], ['1 C']])
})

it('a camera is on one wall: who opens it there takes it away here', () => {
  walls[0].change((grid) => openIn(openIn(grid, 0, camera('A')), 1, camera('B')))
  settle()
  walls[1].change((grid) => openIn(grid, 3, camera('A')))
  settle()
  expect([shown(walls[0]), shown(walls[1])]).toEqual([['1 B'], ['3 A']])
  links[0].send({ kind: 'open', place: camera('B') })
  settle()
  expect([shown(walls[0]), shown(walls[1])]).toEqual([[], ['0 B', '3 A']])
  walls[1].change((grid) => stopAll(grid, 0))
  settle()
  expect(shown(walls[1])).toEqual(['0 B', '3 A'])
})

it('a camera that comes to a full wall makes it larger', () => {
  walls[1].change((grid) => openIn(setLayout(grid, 1), 0, camera('A')))
  settle()
  links[0].send({ kind: 'open', place: camera('B') })
  settle()
  expect([walls[1].grid().layout, shown(walls[1])]).toEqual([4, ['0 A', '1 B']])
})

it('what is sent before the other window is there waits for it', () => {
  links[0].hear({ kind: 'gone' })
  links[0].send({ kind: 'show', wall: { layout: '6', windows: 'A.1' } })
  settle()
  expect(shown(walls[1])).toEqual([])
  links[0].hear({ kind: 'here', wall: { layout: '4', windows: 'none' } })
  settle()
  expect([walls[1].grid().layout, shown(walls[1])]).toEqual([6, ['0 A']])
})

it('the end of the session reaches the other window', () => {
  links[0].post({ kind: 'end' })
  settle()
  expect(ended).toEqual([1])
})
