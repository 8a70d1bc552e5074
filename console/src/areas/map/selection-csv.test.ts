import { expect, it } from 'vitest'
import { csvOf } from './selection-csv.ts'

it('writes a table that table programs read as it is', () => {
  const rows = [
    ['Serial', 'Name', 'Longitude'],
    ['A1', 'Gate "north", upper', 116.4],
    ['A2', '=HYPERLINK(1)', -3.5],
    ['A3', 'two\nlines', 0],
  ]
  expect(csvOf(rows)).toBe(
    '\ufeffSerial,Name,Longitude\r\nA1,"Gate ""north"", upper",116.4\r\nA2,\'=HYPERLINK(1),-3.5\r\nA3,"two\nlines",0\r\n',
  )
})
