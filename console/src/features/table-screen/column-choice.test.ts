import { expect, it } from 'vitest'
import { leadingColumns, shownColumns, withoutSpare } from './column-choice.ts'

const columns = [{ key: 'time', fixed: true }, { key: 'type' }, { key: 'seq', hiddenAtFirst: true }]

it('shows what is not hidden at first', () => {
  expect([...shownColumns(columns, null)]).toEqual(['time', 'type'])
})

it('follows the stored choice and ignores columns that are gone', () => {
  expect([...shownColumns(columns, 'seq,gone')]).toEqual(['time', 'seq'])
})

it('never hides a fixed column', () => {
  expect([...shownColumns(columns, '')]).toEqual(['time'])
})

it('leaves out spare columns, the last first, until the rest fits without scrolling', () => {
  const wide = [
    { key: 'name', width: 200, fixed: true },
    { key: 'group', width: 200, spare: true },
    { key: 'state', width: 200 },
    { key: 'note', width: 200, spare: true },
  ]
  const keys = (spacePx: number) => withoutSpare(wide, spacePx).map(({ key }) => key)
  expect(keys(800)).toEqual(['name', 'group', 'state', 'note'])
  // Columns are made a quarter narrower before one is left out.
  expect(keys(600)).toEqual(['name', 'group', 'state', 'note'])
  expect(keys(599)).toEqual(['name', 'group', 'state'])
  expect(keys(400)).toEqual(['name', 'state'])
  expect(keys(100)).toEqual(['name', 'state'])
})

it('counts on no width of columns that keep theirs', () => {
  const wide = [
    { key: 'name', width: 200 },
    { key: 'state', width: 200, whole: true },
    { key: 'note', width: 200, spare: true },
  ]
  expect(withoutSpare(wide, 500)).toHaveLength(3)
  expect(withoutSpare(wide, 499)).toHaveLength(2)
})

it('leaves out no column of a table whose width is not known yet', () => {
  expect(withoutSpare([{ key: 'note', width: 200, spare: true }], 0)).toHaveLength(1)
})

it('keeps the first columns and those that are always shown beside an open row', () => {
  const wide = [
    { key: 'name', width: 200 },
    { key: 'group', width: 200, spare: true },
    { key: 'state', width: 200 },
    { key: 'time', width: 200, fixed: true },
    { key: 'note', width: 200 },
  ]
  const keys = (spacePx: number) => leadingColumns(wide, spacePx).map(({ key }) => key)
  expect(keys(1000)).toHaveLength(5)
  expect(keys(740)).toEqual(['name', 'state', 'time', 'note'])
  expect(keys(500)).toEqual(['name', 'state', 'time'])
  expect(keys(100)).toEqual(['name', 'time'])
  expect(keys(0)).toHaveLength(5)
})
