import { expect, it } from 'vitest'
import { markedLimits } from './value-axis.ts'

const drawn = (values: (number | null)[], limits: { low?: number; high?: number }, decimals = 1) =>
  markedLimits(values, limits, decimals).map(({ side, drawn: isDrawn }) => `${side} ${isDrawn}`)

it('a limit far above small values does not press them flat: it is marked beside the chart', () => {
  expect(drawn([7.1, 9.4, 12.2, null], { high: 500 })).toEqual(['high false'])
  expect(drawn([7.1, 9.4, 12.2], { high: 15 })).toEqual(['high true'])
})

it('a limit that values come near, reach or pass is drawn among them', () => {
  expect(drawn([420, 470, 510], { high: 500 })).toEqual(['high true'])
  expect(drawn([20, 21, 22], { low: 18, high: 23.5 }, 1)).toEqual(['high true', 'low false'])
  expect(drawn([101.3, 101.3], { high: 102 }, 2)).toEqual(['high true'])
})

it('without values every limit is drawn, and of a quantity without limits there is none', () => {
  expect(drawn([null, null], { low: 1, high: 500 })).toEqual(['high true', 'low true'])
  expect(drawn([1, 2], {})).toEqual([])
})
