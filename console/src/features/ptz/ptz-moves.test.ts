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

const pressed = (key: string) => ({ key, repeat: false })
const repeated = (key: string) => ({ key, repeat: true })

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
  keys = new PtzKeys((cmd) => moves.press(cmd), timers)
})

describe('PTZ moves', () => {
  it('moves while held and stops with command 19 at speed 0', () => {
    const release = moves.press(PTZ.left)
    advance(5000)
    release()
    expect(sent).toEqual([
      [2, 30],
      [19, 0],
    ])
  })

  it('stops by itself after a second in momentary mode, whenever the button is let go', () => {
    moves.mode = 'momentary'
    moves.speed = 70
    const release = moves.press(PTZ.zoomIn)
    advance(100)
    release()
    advance(899)
    expect(sent).toEqual([[9, 70]])
    advance(1)
    expect(sent).toEqual([
      [9, 70],
      [19, 0],
    ])
  })

  it('moves on when the platform had lost the console while the button is held, and not after it', () => {
    const release = moves.press(PTZ.left)
    moves.again()
    release()
    moves.again()
    moves.mode = 'momentary'
    moves.press(PTZ.up)
    moves.again()
    expect(sent.map(([cmd]) => cmd)).toEqual([PTZ.left, PTZ.left, PTZ.stop, PTZ.up])
  })

  it('stops once when it ends early', () => {
    moves.mode = 'momentary'
    moves.press(PTZ.up)
    moves.end()
    advance(2000)
    expect(sent.map(([cmd]) => cmd)).toEqual([0, 19])
  })

  it('ends a move by its own release only, and once', () => {
    const releaseLeft = moves.press(PTZ.left)
    const releaseZoom = moves.press(PTZ.zoomIn)
    releaseLeft()
    expect(moves.moving).toBe(PTZ.zoomIn)
    releaseZoom()
    releaseZoom()
    expect(sent.map(([cmd]) => cmd)).toEqual([2, 9, 19])
  })

  it('keeps a move apart from an earlier one of the same direction', () => {
    const releaseFirst = moves.press(PTZ.left)
    releaseFirst()
    const releaseSecond = moves.press(PTZ.left)
    releaseFirst()
    expect(moves.moving).toBe(PTZ.left)
    releaseSecond()
    expect(sent.map(([cmd]) => cmd)).toEqual([2, 19, 2, 19])
  })
})

describe('PTZ keys', () => {
  it('begin to move after 500 ms and stop when let go', () => {
    expect(keys.down(pressed('ArrowLeft'))).toBe(true)
    advance(499)
    expect(sent).toEqual([])
    keys.down(repeated('ArrowLeft'))
    advance(1)
    expect(sent).toEqual([[2, 30]])
    keys.up('ArrowLeft')
    expect(sent.map(([cmd]) => cmd)).toEqual([2, 19])
  })

  it('send nothing for a short tap', () => {
    keys.down(pressed('+'))
    advance(300)
    keys.up('+')
    advance(1000)
    expect(sent).toEqual([])
  })

  it('change over to another key with a stop between', () => {
    keys.down(pressed('ArrowUp'))
    advance(500)
    keys.down(pressed('-'))
    advance(500)
    keys.letGo()
    expect(sent.map(([cmd]) => cmd)).toEqual([0, 19, 8, 19])
  })

  it('do not take the camera back from a button pressed meanwhile, while they are still down', () => {
    keys.down(pressed('ArrowUp'))
    advance(500)
    const release = moves.press(PTZ.right)
    keys.letGo()
    expect(keys.down(repeated('ArrowUp'))).toBe(true)
    advance(1000)
    expect(moves.moving).toBe(PTZ.right)
    keys.up('ArrowUp')
    expect(moves.moving).toBe(PTZ.right)
    release()
    expect(sent.map(([cmd]) => cmd)).toEqual([0, 3, 19])
  })

  it('leave other keys alone', () => {
    expect(keys.down(pressed('a'))).toBe(false)
  })
})
