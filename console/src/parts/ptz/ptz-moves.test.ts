import { PTZ } from '@backlot/contract/ptz/calls'
import { beforeEach, describe, expect, it } from 'vitest'
import { PtzKeys } from './ptz-keys.ts'
import { PtzMoves } from './ptz-moves.ts'

let now = 0
let queue: { at: number; run: () => void }[] = []
let sent: [number, number][] = []
let moves: PtzMoves
let keys: PtzKeys

const timers = {
  set: (run: () => void, ms: number) => {
    const timer = { at: now + ms, run }
    queue.push(timer)
    return timer
  },
  clear: (timer: unknown) => {
    queue = queue.filter((other) => other !== timer)
  },
}

function advance(ms: number): void {
  now += ms
  const due = queue.filter((timer) => timer.at <= now)
  queue = queue.filter((timer) => timer.at > now)
  for (const timer of due) timer.run()
}

beforeEach(() => {
  now = 0
  queue = []
  sent = []
  moves = new PtzMoves((cmd, speed) => sent.push([cmd, speed]), timers)
  keys = new PtzKeys(moves, timers)
})

describe('PTZ moves', () => {
  it('moves while held and stops with command 19 at speed 0', () => {
    moves.press(PTZ.left)
    advance(5000)
    moves.release()
    expect(sent).toEqual([
      [2, 30],
      [19, 0],
    ])
  })

  it('stops by itself after a second in momentary mode, whenever the button is let go', () => {
    moves.mode = 'momentary'
    moves.speed = 70
    moves.press(PTZ.zoomIn)
    advance(100)
    moves.release()
    advance(899)
    expect(sent).toEqual([[9, 70]])
    advance(1)
    expect(sent).toEqual([
      [9, 70],
      [19, 0],
    ])
  })

  it('stops once when it ends early', () => {
    moves.mode = 'momentary'
    moves.press(PTZ.up)
    moves.end()
    advance(2000)
    expect(sent.map(([cmd]) => cmd)).toEqual([0, 19])
  })
})

describe('PTZ keys', () => {
  it('begin to move after 500 ms and stop when let go', () => {
    expect(keys.down('ArrowLeft')).toBe(true)
    advance(499)
    expect(sent).toEqual([])
    keys.down('ArrowLeft')
    advance(1)
    expect(sent).toEqual([[2, 30]])
    keys.up('ArrowLeft')
    expect(sent.map(([cmd]) => cmd)).toEqual([2, 19])
  })

  it('send nothing for a short tap', () => {
    keys.down('+')
    advance(300)
    keys.up('+')
    advance(1000)
    expect(sent).toEqual([])
  })

  it('change over to another key with a stop between', () => {
    keys.down('ArrowUp')
    advance(500)
    keys.down('-')
    advance(500)
    keys.letGo()
    expect(sent.map(([cmd]) => cmd)).toEqual([0, 19, 8, 19])
  })

  it('leave other keys alone', () => {
    expect(keys.down('a')).toBe(false)
  })
})
