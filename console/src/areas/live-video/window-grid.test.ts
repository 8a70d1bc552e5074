import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  closeWindow,
  emptyGrid,
  LAYOUTS,
  neighbour,
  openIn,
  openMany,
  openNext,
  openOnly,
  type Place,
  roomFor,
  selectWindow,
  setLayout,
  setRatio,
  shownWindows,
  stopAll,
  swapWindows,
  toggleMaximised,
  type WindowGrid,
} from './window-grid.ts'

const place = (n: number): Place => ({ sn: `S${n}`, chnId: 1, name: `C${n}` })
const shown = (grid: WindowGrid) =>
  shownWindows(grid)
    .map((one) => one.place?.sn ?? '-')
    .join(' ')

describe('window grid', () => {
  it('opens in the selected window when it is free, else in the next free one', () => {
    let grid = selectWindow(emptyGrid(4), 2)
    grid = openNext(grid, place(1))
    grid = openNext(grid, place(2))
    grid = openNext(grid, place(3))
    expect(shown(grid)).toBe('S3 - S1 S2')
    expect(grid.selected).toBe(0)
  })

  it('replaces the selected window when none is free', () => {
    let grid = emptyGrid(4)
    for (const n of [1, 2, 3, 4]) grid = openNext(grid, place(n))
    grid = openNext(selectWindow(grid, 1), place(5))
    expect(shown(grid)).toBe('S1 S5 S3 S4')
  })

  it('selects the window that shows the channel already, and plays it again', () => {
    let grid = openMany(emptyGrid(4), [place(1), place(2)])
    grid = stopAll(grid, 0)
    grid = openNext(grid, place(2))
    expect(shown(grid)).toBe('S1 S2 - -')
    expect([grid.selected, grid.windows[1]!.paused, grid.windows[0]!.paused]).toEqual([1, false, true])
  })

  it('moves a channel that is dropped on another window', () => {
    const grid = openIn(openMany(emptyGrid(4), [place(1), place(2)]), 3, place(1))
    expect(shown(grid)).toBe('- S2 - S1')
  })

  it('grows the layout for a device with many channels and takes at most sixteen', () => {
    const places = Array.from({ length: 20 }, (_, n) => place(n))
    expect(openMany(emptyGrid(1), places.slice(0, 5)).layout).toBe(6)
    const grid = openMany(emptyGrid(4), places)
    expect(grid.layout).toBe(16)
    expect(shownWindows(grid).filter((one) => one.place)).toHaveLength(16)
  })

  it('maximises and brings the layout back', () => {
    const one = toggleMaximised(emptyGrid(9), 5)
    expect([one.maximised, one.selected, one.layout]).toEqual([5, 5, 9])
    expect(toggleMaximised(one, 5).maximised).toBeUndefined()
  })

  it('keeps the channels beyond a smaller layout', () => {
    const grid = openMany(emptyGrid(9), [1, 2, 3, 4, 5, 6].map(place))
    const small = setLayout(selectWindow(grid, 5), 4)
    expect([shown(small), small.selected]).toEqual(['S1 S2 S3 S4', 0])
    expect(shown(setLayout(small, 6))).toBe('S1 S2 S3 S4 S5 S6')
  })

  it('stop-all 0 pauses every stream and keeps its channel, 2 resumes them, 1 stops and clears all', () => {
    const grid = toggleMaximised(openMany(emptyGrid(4), [place(1), place(2)]), 1)
    const paused = stopAll(grid, 0)
    expect(paused.windows.map((one) => one.paused).slice(0, 3)).toEqual([true, true, false])
    expect([shown(paused), paused.maximised]).toEqual(['S1 S2 - -', 1])
    const resumed = stopAll(paused, 2)
    expect(resumed).toEqual(grid)
    const stopped = stopAll(resumed, 1)
    expect([shown(stopped), stopped.maximised, stopped.layout]).toEqual(['- - - -', undefined, 4])
    expect(stopAll(stopped, 2)).toEqual(stopped)
  })

  it('keeps the aspect of a window that is closed', () => {
    const grid = emptyGrid(1)
    const wide = { ...grid, windows: grid.windows.map((one) => ({ ...one, ratio: 1 as const })) }
    expect(closeWindow(wide, 0).windows[0]).toMatchObject({ ratio: 1, place: undefined })
  })

  it('goes round with the arrow keys', () => {
    expect(neighbour(emptyGrid(4), -1)).toBe(3)
    expect(neighbour(selectWindow(emptyGrid(4), 3), 1)).toBe(0)
  })

  it('finds the smallest layout for a number of windows', () => {
    expect([1, 2, 4, 5, 7, 9, 10, 16, 99].map(roomFor)).toEqual([1, 4, 4, 6, 8, 9, 16, 16, 16])
  })

  it('never shows a channel twice and always has a shown window selected', () => {
    const step = fc.oneof(
      fc.record({ kind: fc.constant('next' as const), n: fc.nat(20) }),
      fc.record({ kind: fc.constant('in' as const), n: fc.nat(20), id: fc.nat(15) }),
      fc.record({ kind: fc.constant('many' as const), n: fc.nat(20), count: fc.nat(18) }),
      fc.record({ kind: fc.constant('layout' as const), n: fc.nat(LAYOUTS.length - 1) }),
      fc.record({ kind: fc.constant('select' as const), n: fc.nat(15) }),
      fc.record({ kind: fc.constant('maximise' as const), n: fc.nat(15) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let grid = emptyGrid()
        for (const one of steps) {
          if (one.kind === 'next') grid = openNext(grid, place(one.n))
          if (one.kind === 'in') grid = openIn(grid, one.id, place(one.n))
          if (one.kind === 'many') {
            const places = Array.from({ length: one.count + 1 }, (_, k) => place(one.n + k))
            grid = openMany(grid, places)
            const all = shownWindows(grid).map((shownOne) => shownOne.place?.sn)
            for (const wanted of places.slice(0, 16)) expect(all).toContain(wanted.sn)
          }
          if (one.kind === 'layout') grid = setLayout(grid, LAYOUTS[one.n]!)
          if (one.kind === 'select') grid = selectWindow(grid, one.n)
          if (one.kind === 'maximise' && one.n < grid.layout) grid = toggleMaximised(grid, one.n)
          const places = grid.windows.flatMap((shownOne) => (shownOne.place ? [shownOne.place.sn] : []))
          expect(new Set(places).size).toBe(places.length)
          expect(grid.selected).toBeLessThan(grid.layout)
        }
      }),
    )
  })

  it('gives every window the same aspect, and keeps it when windows are emptied', () => {
    const grid = stopAll(setRatio(openNext(emptyGrid(4), place(1)), 1), 1)
    expect(grid.windows.every((one) => one.ratio === 1)).toBe(true)
  })

  it('shows the channels of a group and nothing else, in a layout that has a window for each', () => {
    const before = toggleMaximised(openMany(emptyGrid(4), [place(40), place(41)]), 1)
    const grid = openOnly(
      before,
      Array.from({ length: 20 }, (_, n) => place(n)),
    )
    expect([grid.layout, grid.selected, grid.maximised]).toEqual([16, 0, undefined])
    expect(grid.windows.map((one) => one.place?.sn)).toEqual(Array.from({ length: 16 }, (_, n) => `S${n}`))
    const few = openOnly(grid, [place(1), place(2)])
    expect(few.layout).toBe(4)
    expect(few.windows.flatMap((one) => one.place?.sn ?? [])).toEqual(['S1', 'S2'])
  })

  it('swaps two windows with all that they have', () => {
    let grid = openNext(emptyGrid(4), place(1))
    grid = swapWindows(
      { ...grid, windows: grid.windows.map((one) => ({ ...one, muted: one.id !== 0 })) },
      0,
      3,
    )
    expect(shown(grid)).toBe('- - - S1')
    expect([grid.windows[3]?.muted, grid.windows[3]?.id, grid.selected]).toEqual([false, 3, 3])
    expect(swapWindows(grid, 3, 9)).toBe(grid)
    expect(swapWindows(toggleMaximised(grid, 3), 3, 1).maximised).toBe(1)
  })
})
