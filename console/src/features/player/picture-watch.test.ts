import { describe, expect, it } from 'vitest'
import { KEYS_APART_MOST_MS } from './key-frame-filter.ts'
import { BLACK_AFTER_MS, PictureWatch, STILL_AFTER_MS } from './picture-watch.ts'

const grey = (value: number, spot = value) => Uint8ClampedArray.from([value, value, spot, value])

/** Reported states of pictures that come every two seconds. */
function said(...pictures: Uint8ClampedArray[]) {
  const watch = new PictureWatch()
  return pictures.map((picture, at) => watch.look(at * 2000, picture))
}

describe('a picture', () => {
  it('that stays for long is still, although it is noisy', () => {
    const pictures = Array.from({ length: 8 }, (_, at) => grey(120 + (at % 2) * 9))
    const all = said(...pictures)
    const first = STILL_AFTER_MS / 2000
    expect(all.slice(0, first)).toEqual(Array(first).fill('moving'))
    expect(all.slice(first)).toEqual(Array(8 - first).fill('still'))
  })
  it('of which one spot changes now and then lives', () => {
    const pictures = Array.from({ length: 20 }, (_, at) => grey(120, at % 8 < 4 ? 120 : 220))
    expect(new Set(said(...pictures))).toEqual(new Set(['moving']))
  })
  it('of a stream of key frames lives, as far apart as these may be', () => {
    const keyAt = (looked: number) => Math.floor((looked * 2000) / KEYS_APART_MOST_MS)
    const pictures = Array.from({ length: 30 }, (_, at) => grey(120, keyAt(at) % 2 === 0 ? 120 : 220))
    expect(new Set(said(...pictures))).toEqual(new Set(['moving']))
  })
  it('that moves again is no longer still', () => {
    const still = Array.from({ length: 6 }, () => grey(120))
    expect(said(...still, grey(180), grey(180)).slice(5)).toEqual(['still', 'moving', 'moving'])
  })
  it('without any light is black, one with a lamp in the night is not', () => {
    const dark = Array.from({ length: 4 }, () => grey(17))
    const at = BLACK_AFTER_MS / 2000
    expect(said(...dark).slice(at - 1)).toEqual(['moving', 'black', 'black'])
    expect(said(...dark.map(() => grey(17, 90))).slice(at)).toEqual(['moving', 'moving'])
  })
  it('is looked at afresh after a reset', () => {
    const watch = new PictureWatch()
    watch.look(0, grey(120))
    watch.reset()
    expect(watch.look(STILL_AFTER_MS, grey(120))).toBe('moving')
  })
})
