import { describe, expect, it } from 'vitest'
import { areasOf, gridArea, LAYOUTS, sideOf } from './layout-areas.ts'

describe('layout areas', () => {
  it('has as many windows as the layout says and fills its square without overlap', () => {
    for (const layout of LAYOUTS) {
      const areas = areasOf(layout)
      expect(areas).toHaveLength(layout)
      const cells = areas.flatMap(({ column, row, span }) =>
        Array.from({ length: span * span }, (_, n) => `${column + (n % span)},${row + Math.floor(n / span)}`),
      )
      expect(new Set(cells).size).toBe(sideOf(layout) ** 2)
      expect(cells).toHaveLength(sideOf(layout) ** 2)
    }
  })
  it('gives the first of six and of eight windows the large place', () => {
    expect(gridArea(areasOf(6)[0]!)).toBe('1 / 1 / span 2 / span 2')
    expect(gridArea(areasOf(8)[0]!)).toBe('1 / 1 / span 3 / span 3')
    expect(areasOf(6).slice(1).map(gridArea)).toEqual([
      '1 / 3 / span 1 / span 1',
      '2 / 3 / span 1 / span 1',
      '3 / 1 / span 1 / span 1',
      '3 / 2 / span 1 / span 1',
      '3 / 3 / span 1 / span 1',
    ])
  })
})
