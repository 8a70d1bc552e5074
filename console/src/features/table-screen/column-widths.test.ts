import { expect, it } from 'vitest'
import { fitted, widthOf } from './column-widths.ts'

const columns = (actionsPx: number) => [
  { key: 'name', width: 300 },
  { key: 'place', width: 500 },
  { key: 'actions', width: actionsPx, fixed: 'end' },
]

it('columns that have room keep their width, and so do those of a table that is not measured yet', () => {
  expect(fitted(columns(200), 1000)).toEqual(columns(200))
  expect(fitted(columns(200), 0)).toEqual(columns(200))
})

it('a little room that is missing is taken from all columns but the row actions: nothing lies below these', () => {
  const narrow = fitted(columns(200), 900)
  expect(narrow.map(({ width }) => width)).toEqual([262, 437, 200])
  expect(widthOf(narrow)).toBeLessThanOrEqual(900)
  expect(narrow.at(-1)?.fixed).toBe('end')
})

it('in a table that must be scrolled, row actions stay in sight only where they leave room', () => {
  expect(fitted(columns(150), 600)).toEqual(columns(150))
  expect(fitted(columns(200), 600).at(-1)?.fixed).toBeUndefined()
  expect(fitted(columns(150), 390).at(-1)?.fixed).toBeUndefined()
})

it('a column whose tags cannot be shortened keeps its width; the others give up what is missing', () => {
  const [name, place, actions] = columns(200)
  const narrow = fitted([{ ...name!, whole: true }, place!, actions!], 950)
  expect(narrow.map(({ width }) => width)).toEqual([300, 450, 200])
})
