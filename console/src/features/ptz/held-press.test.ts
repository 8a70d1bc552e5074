import { PTZ } from '@backlot/contract/ptz/calls'
import { beforeEach, describe, expect, it } from 'vitest'
import { HeldPress, type Holder } from './held-press.ts'
import { PtzMoves } from './ptz-moves.ts'

let sent: number[] = []
let moves: PtzMoves
let left: HeldPress
let right: HeldPress
let focused: HeldPress | undefined

beforeEach(() => {
  sent = []
  moves = new PtzMoves((cmd) => sent.push(cmd), { set: () => undefined, clear: () => {} })
  left = new HeldPress()
  right = new HeldPress()
  focused = undefined
})

const begin = (button: HeldPress, by: Holder) =>
  button.begin(by, () => moves.press(button === left ? PTZ.left : PTZ.right))

/** The button that had the focus hears that it is gone. */
function focus(button: HeldPress): void {
  if (focused !== button) focused?.blur()
  focused = button
}

/** Events that a browser sends to two buttons when one is pressed and released. */
const DEVICES = {
  // The focus follows the press.
  mouse: (button: HeldPress, by: number) => {
    begin(button, by)
    focus(button)
    return () => lift(button, by)
  },
  pen: (button: HeldPress, by: number) => {
    begin(button, by)
    focus(button)
    return () => lift(button, by)
  },
  // The focus moves when the finger is up, with the mouse events made of the touch.
  touch: (button: HeldPress, by: number) => {
    begin(button, by)
    return () => {
      lift(button, by)
      focus(button)
    }
  },
  // A key goes to the button that has the focus, and comes up wherever the focus is by then.
  key: (button: HeldPress, number: number) => {
    const key = `key ${number}`
    focus(button)
    begin(button, key)
    return () => focused?.end(key)
  },
} satisfies Record<string, (button: HeldPress, number: number) => () => void>

/** `pointerup`, and `lostpointercapture` after it. */
function lift(button: HeldPress, by: Holder): void {
  button.end(by)
  button.end(by)
}

const names = Object.keys(DEVICES) as (keyof typeof DEVICES)[]
const pairs = names.flatMap((first) => names.map((second) => [first, second] as const))

describe('two buttons', () => {
  it.each(pairs)('are held one after the other: by %s, then by %s', (first, second) => {
    const releaseLeft = DEVICES[first](left, 1)
    expect(sent).toEqual([PTZ.left])
    releaseLeft()
    expect(sent).toEqual([PTZ.left, PTZ.stop])
    const releaseRight = DEVICES[second](right, 2)
    expect(sent).toEqual([PTZ.left, PTZ.stop, PTZ.right])
    releaseRight()
    expect(sent).toEqual([PTZ.left, PTZ.stop, PTZ.right, PTZ.stop])
  })

  it.each(pairs)('are held together, by %s and by %s: the newer move lasts', (first, second) => {
    const releaseLeft = DEVICES[first](left, 1)
    const releaseRight = DEVICES[second](right, 2)
    expect(moves.moving).toBe(PTZ.right)
    const before = sent.length
    releaseLeft()
    // A finger that goes up takes the focus to its own button, and a key is nowhere else than the focus.
    const lost = first === 'touch' && second === 'key'
    expect(sent.slice(before)).toEqual(lost ? [PTZ.stop] : [])
    releaseRight()
    expect(sent.slice(before)).toEqual([PTZ.stop])
    expect(moves.moving).toBeUndefined()
  })
})

describe('a held button', () => {
  it('is released by what pressed it, not by other pointers and keys', () => {
    begin(left, 7)
    begin(left, 8)
    left.end(8)
    left.end(' ')
    expect(sent).toEqual([PTZ.left])
    left.end(7)
    expect(sent).toEqual([PTZ.left, PTZ.stop])
  })

  it('keeps a pointer, but not a key, when the focus goes elsewhere in the page', () => {
    begin(left, 1)
    left.blur()
    expect(sent).toEqual([PTZ.left])
    left.end(1)
    begin(left, ' ')
    left.blur()
    expect(sent).toEqual([PTZ.left, PTZ.stop, PTZ.left, PTZ.stop])
  })

  it('is released once when it is lost, whatever comes up later', () => {
    begin(left, 'Enter')
    left.lose()
    left.end('Enter')
    left.lose()
    expect(sent).toEqual([PTZ.left, PTZ.stop])
  })
})
