import { expect, it } from 'vitest'
import { shownColumns } from './column-choice.ts'

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
