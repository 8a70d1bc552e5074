import { describe, expect, it } from 'vitest'
import { DoubleClick } from './double-click.ts'

/** Clicks as [window, pressed at, let go at]; answers which were the second of a double click. */
function clicks(list: [number, number, number][]): boolean[] {
  const double = new DoubleClick()
  return list.map(([id, down, up]) => {
    double.press(down)
    return double.click(id, up)
  })
}

describe('double click on a window', () => {
  it('is two clicks with at most 200 ms between', () => {
    expect(
      clicks([
        [1, 0, 50],
        [1, 250, 300],
      ]),
    ).toEqual([false, true])
    expect(
      clicks([
        [1, 0, 50],
        [1, 251, 300],
      ]),
    ).toEqual([false, false])
  })
  it('is on one window', () => {
    expect(
      clicks([
        [1, 0, 50],
        [2, 100, 150],
      ]),
    ).toEqual([false, false])
  })
  it('needs two new clicks after a double one', () => {
    expect(
      clicks([
        [1, 0, 10],
        [1, 50, 60],
        [1, 100, 110],
        [1, 150, 160],
      ]),
    ).toEqual([false, true, false, true])
  })
})
