import { expect, it } from 'vitest'
import { formatTime } from '../../platform/clock.ts'
import { cellsOf, drawn, fileColumns, rowName } from './cell-values.ts'
import type { Column } from './table-screen-types.ts'

type Row = { id: number; time: number; name: string; level: number }
const columns: Column<Row>[] = [
  { key: 'level', title: 'Level', render: ({ level }) => level },
  { key: 'time', title: 'Time', render: () => null, cell: ({ time }) => ({ date: time }) },
  { key: 'picture', title: 'Picture', render: () => null },
  { key: 'name', title: 'Name', render: ({ name }) => name || '–' },
  { key: 'note', title: 'Note', render: () => 'never said' },
]
const nameOf = (row: Row, of = columns) => rowName(of, row, `key ${row.id}`, (seconds) => `at ${seconds}`)

it('shows a field as it is and a moment as the platform does, with a dash where there is none', () => {
  const fields: Column<Row>[] = [
    { key: 'name', title: 'Name' },
    { key: 'level', title: 'Level' },
    { key: 'time', title: 'Time', time: true },
    // @ts-expect-error: rows have no such field
    { key: 'place', title: 'Place' },
  ]
  const shown = (row: Row) => fields.slice(0, 3).map((column) => drawn(column, row))
  const row = { id: 7, time: 1_795_140_000, name: 'North gate', level: 0 }
  expect(shown(row)).toEqual(['North gate', 0, formatTime(1_795_140_000)])
  expect(cellsOf(fields.slice(0, 3), row)).toEqual(['North gate', 0, { date: 1_795_140_000 }])
  expect(shown({ ...row, time: 0, name: '' })).toEqual(['–', 0, '–'])
  expect(cellsOf(fields.slice(2, 3), { ...row, time: 0 })).toEqual([''])
})

it('names a row by its first texts and moments, not by its key', () => {
  expect(nameOf({ id: 7, time: 12, name: 'North gate', level: 1 })).toBe('at 12, North gate')
})

it('passes over what says nothing, and falls back on the key', () => {
  expect(nameOf({ id: 7, time: 12, name: '', level: 1 })).toBe('at 12, never said')
  expect(nameOf({ id: 7, time: 12, name: '', level: 1 }, columns.slice(2, 4))).toBe('key 7')
})

it('a link names nothing', () => {
  const face: Column<Row> = {
    key: 'face',
    title: 'Face',
    render: () => null,
    cell: () => ({ href: 'http://x/1' }),
  }
  expect(nameOf({ id: 7, time: 12, name: 'North gate', level: 1 }, [face, ...columns])).toBe(
    'at 12, North gate',
  )
})

it('a number of a file has its unit in the head', () => {
  const took: Column<Row> = {
    key: 'took',
    title: 'Took',
    render: () => '21 min',
    cell: () => 1270,
    unit: 's',
  }
  expect(fileColumns([took, ...columns.slice(0, 1)]).map(({ title }) => title)).toEqual(['Took (s)', 'Level'])
})
