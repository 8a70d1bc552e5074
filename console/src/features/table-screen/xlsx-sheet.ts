import type { Cell, Options, Row } from 'write-excel-file/universal'
import type { FileColumn } from './cell-values.ts'
import type { CellValue } from './table-screen-types.ts'

type Content = Blob

/** Most links that Excel allows in a sheet; further ones stay addresses as text. */
const LINKS_MAX = 65_530
/** Excel's column width counts characters: some seven pixels each. */
const CHARACTER_PX = 7
const LINK_TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink'

type SheetLink = { cell: string; href: string }

/** A sheet that grows by rows: typed cells (no text is ever a formula), and its links. */
export type XlsxSheet = { rows: Row[]; links: SheetLink[]; zoneMinutes: number }

export function openSheet(columns: readonly FileColumn[], zoneMinutes: number): XlsxSheet {
  const head: Cell[] = columns.map(({ title }) => ({ type: String, value: title, fontWeight: 'bold' }))
  return { rows: [head], links: [], zoneMinutes }
}

export function addRows(sheet: XlsxSheet, rows: readonly (readonly CellValue[])[]): void {
  for (const row of rows) {
    const number = sheet.rows.length + 1
    sheet.rows.push(row.map((value, place) => cellOf(sheet, value, `${letters(place)}${number}`)))
  }
}

function cellOf(sheet: XlsxSheet, value: CellValue, cell: string): Cell {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'number') return { type: Number, value }
  if (typeof value === 'string') return { type: String, value }
  // Excel's dates carry no zone: they show the platform's civil time.
  if ('date' in value)
    return {
      type: Date,
      value: new Date((value.date + sheet.zoneMinutes * 60) * 1000),
      format: 'yyyy-mm-dd hh:mm:ss',
    }
  if ('number' in value) {
    const { number, decimals } = value
    return { type: Number, value: Number(number.toFixed(decimals)), format: (0).toFixed(decimals) }
  }
  if (sheet.links.length >= LINKS_MAX) return { type: String, value: value.href }
  sheet.links.push({ cell, href: value.href })
  return { type: String, value: value.href, textColor: '#0563C1', textDecoration: { underline: true } }
}

/** A, B … Z, AA … */
export function letters(place: number): string {
  const last = String.fromCharCode(65 + (place % 26))
  return place < 26 ? last : letters(Math.floor(place / 26) - 1) + last
}

export function columnWidths(columns: readonly FileColumn[]): { width: number }[] {
  return columns.map(({ widthPx }) => ({ width: Math.max(10, Math.round(widthPx / CHARACTER_PX)) }))
}

/** Real links: the writer knows none, so they are added to the sheet and to its relations. */
export function linkOptions(links: readonly SheetLink[]): Options<Content> {
  if (links.length === 0) return {}
  const marks = links.map(({ cell }, i) => `<hyperlink ref="${cell}" r:id="rLink${i}"/>`).join('')
  const relations = links
    .map(
      ({ href }, i) =>
        `<Relationship Id="rLink${i}" Type="${LINK_TYPE}" Target="${escapeXml(href)}" TargetMode="External"/>`,
    )
    .join('')
  return {
    features: [
      {
        files: {
          transform: {
            'xl/worksheets/sheet{id}.xml': { insert: () => `<hyperlinks>${marks}</hyperlinks>` },
            'xl/worksheets/_rels/sheet{id}.xml.rels': { insert: () => relations },
          },
        },
      },
    ],
  }
}

function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')
}
