import { expect, it } from 'vitest'
import { addRows, letters, linkOptions, openSheet } from './xlsx-sheet.ts'

const columns = [
  { title: 'Name', widthPx: 100 },
  { title: 'When', widthPx: 160 },
  { title: 'Picture', widthPx: 200 },
]

it('writes typed cells, so that no text is a formula, and times as the platform shows them', () => {
  const sheet = openSheet(columns, 480)
  addRows(sheet, [['=1+1', { date: 1_795_140_000 }, 7]])
  expect(sheet.rows[0]).toMatchObject([{ value: 'Name' }, { value: 'When' }, { value: 'Picture' }])
  expect(sheet.rows[1]).toMatchObject([
    { type: String, value: '=1+1' },
    { type: Date, value: new Date('2026-11-20T10:00:00Z') },
    { type: Number, value: 7 },
  ])
})

it('writes a number with decimals as it is shown', () => {
  const sheet = openSheet(columns, 0)
  addRows(sheet, [
    [
      { number: 7.25, decimals: 1 },
      { number: 7, decimals: 2 },
      { number: 349.6, decimals: 0 },
    ],
  ])
  expect(sheet.rows[1]).toMatchObject([
    { type: Number, value: 7.3, format: '0.0' },
    { type: Number, value: 7, format: '0.00' },
    { type: Number, value: 350, format: '0' },
  ])
})

it('keeps links with the cell they stand in, safe for XML', () => {
  const sheet = openSheet(columns, 480)
  addRows(sheet, [[], ['a', null, { href: 'http://host/p?a=1&b="2"' }]])
  expect(sheet.links).toEqual([{ cell: 'C3', href: 'http://host/p?a=1&b="2"' }])
  const transform = linkOptions(sheet.links).features?.[0]?.files?.transform
  const sheetInfo = { sheetIndex: 0, sheetId: '1' }
  expect(transform?.['xl/worksheets/sheet{id}.xml']?.insert?.({}, sheetInfo)).toBe(
    '<hyperlinks><hyperlink ref="C3" r:id="rLink0"/></hyperlinks>',
  )
  expect(transform?.['xl/worksheets/_rels/sheet{id}.xml.rels']?.insert?.({}, sheetInfo)).toContain(
    'Target="http://host/p?a=1&amp;b=&quot;2&quot;" TargetMode="External"',
  )
})

it('names columns past Z with two letters', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(letters)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
})
