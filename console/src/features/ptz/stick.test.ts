import { PTZ } from '@backlot/contract/ptz/calls'
import { expect, it } from 'vitest'
import { stickCommand } from './stick.ts'

/** A point by its bearing, clockwise from the top. */
const at = (deg: number, distance = 0.8) => ({
  x: distance * Math.sin((deg * Math.PI) / 180),
  y: -distance * Math.cos((deg * Math.PI) / 180),
})

it('a stick at the middle is at rest, and goes on beyond its disc', () => {
  expect(stickCommand({ x: 0, y: 0 }, true)).toBeUndefined()
  expect(stickCommand(at(90, 0.2), true, PTZ.right)).toBeUndefined()
  expect(stickCommand(at(90, 5), true)).toBe(PTZ.right)
})

it('every bearing is the direction that is nearest to it, with diagonals and without', () => {
  const eight = [PTZ.up, PTZ.upRight, PTZ.right, PTZ.downRight, PTZ.down, PTZ.downLeft, PTZ.left, PTZ.upLeft]
  for (const [eighth, cmd] of eight.entries())
    for (const off of [-22, 0, 22]) expect(stickCommand(at(eighth * 45 + off), true), `${eighth}`).toBe(cmd)
  const four = [PTZ.up, PTZ.right, PTZ.down, PTZ.left]
  for (const [quarter, cmd] of four.entries())
    for (const off of [-44, 0, 44])
      expect(stickCommand(at(quarter * 90 + off), false), `${quarter}`).toBe(cmd)
})

it('a finger between two directions stays with the one it had, until it is clearly in the other', () => {
  expect(stickCommand(at(25), true, PTZ.up)).toBe(PTZ.up)
  expect(stickCommand(at(20), true, PTZ.upRight)).toBe(PTZ.upRight)
  expect(stickCommand(at(-25), true, PTZ.up)).toBe(PTZ.up)
  expect(stickCommand(at(40), true, PTZ.up)).toBe(PTZ.upRight)
  expect(stickCommand(at(180), true, PTZ.up)).toBe(PTZ.down)
  // What was held elsewhere, such as the zoom, is no direction.
  expect(stickCommand(at(0), true, PTZ.zoomIn)).toBe(PTZ.up)
})
