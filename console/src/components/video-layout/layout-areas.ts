import { LIMITS } from '@backlot/contract/limits'

/** Layouts of windows (stated). */
export const LAYOUTS = LIMITS.windowLayouts
export type Layout = (typeof LAYOUTS)[number]

/** Columns and rows of a layout; of 6 and 8 the first window is a large one. */
const SHAPES: Readonly<Record<Layout, { side: number; large: number }>> = {
  1: { side: 1, large: 1 },
  4: { side: 2, large: 1 },
  6: { side: 3, large: 2 },
  8: { side: 4, large: 3 },
  9: { side: 3, large: 1 },
  16: { side: 4, large: 1 },
}

type Area = { column: number; row: number; span: number }

/** Columns (and rows) of a layout. */
export function sideOf(layout: Layout): number {
  return SHAPES[layout].side
}

/** Position of each window of a layout, in reading order; the large one first. Columns and rows count from 0. */
export function areasOf(layout: Layout): Area[] {
  const { side, large } = SHAPES[layout]
  const areas: Area[] = [{ column: 0, row: 0, span: large }]
  for (let row = 0; row < side; row++) {
    for (let column = 0; column < side; column++) {
      if (row < large && column < large) continue
      areas.push({ column, row, span: 1 })
    }
  }
  return areas
}

/** An area as a CSS grid-area. */
export function gridArea({ column, row, span }: Area): string {
  return `${row + 1} / ${column + 1} / span ${span} / span ${span}`
}

/** The layout as rectangles of a 16 × 16 picture. */
export function iconCells(layout: Layout): [number, number, number, number][] {
  const side = sideOf(layout)
  const gap = layout > 9 ? 1 : 1.4
  const cell = (14 - gap * (side - 1)) / side
  return areasOf(layout).map(({ column, row, span }) => {
    const size = cell * span + gap * (span - 1)
    return [1 + column * (cell + gap), 1 + row * (cell + gap), size, size]
  })
}
