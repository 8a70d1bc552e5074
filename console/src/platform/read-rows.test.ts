import { pageOf } from '@backlot/contract/envelope'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { useDiagnostics } from './diagnostics.ts'
import { readRows, readTolerantly, rowsSent, UnreadableReply } from './read-rows.ts'

const Row = z.object({ id: z.number(), name: z.string().default('') })

it('keeps the rows that fit, counts the others and lets unknown fields pass', () => {
  const rows = readRows(Row, [{ id: 1, name: 'a', colour: 'red' }, { id: 'two' }, { id: 3 }], 'rows.one')
  expect(rows).toEqual([
    { id: 1, name: 'a' },
    { id: 3, name: '' },
  ])
  expect(useDiagnostics.getState().droppedRows['rows.one']).toBe(1)
})

it('reads a page with bad rows, and refuses one without a total', () => {
  expect(readTolerantly(pageOf(Row), { list: [{ id: 1 }, null], total: 2 }, 'rows.two')).toEqual({
    list: [{ id: 1, name: '' }],
    total: 2,
  })
  const { list } = readTolerantly(pageOf(Row), { list: [{ id: 1 }, null], total: 2 }, 'rows.two')
  expect([list.length, rowsSent(list), rowsSent([1])]).toEqual([1, 2, 1])
  expect(() => readTolerantly(pageOf(Row), { list: [null], total: 'many' }, 'rows.two')).toThrow(
    UnreadableReply,
  )
})

it('refuses what has no rows and does not fit', () => {
  expect(() => readTolerantly(Row, { id: 'x' }, 'rows.three')).toThrow(/^id:/)
})
