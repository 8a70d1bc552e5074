/** The first sheet of an xlsx workbook (ECMA-376, SpreadsheetML) as rows of text. */
import { numberCell, type SheetCell, SheetFault, type SheetLimits, type SheetRow } from './sheet-fault.ts'
import { type XmlEvent, xmlEvents, xmlText } from './xml-events.ts'
import { openZip, type ZipParts } from './zip-parts.ts'

const WORKBOOK = 'xl/workbook.xml'
const RELATIONS = 'xl/_rels/workbook.xml.rels'
const STRINGS = 'xl/sharedstrings.xml'
/** Texts of a workbook that are looked at, characters each. */
const TEXT_MAX = 32_767

export function readXlsx(bytes: Buffer, limits: SheetLimits): SheetRow[] {
  const zip = openZip(bytes, limits.unpackedBytes)
  if (!zip.has(WORKBOOK)) throw new SheetFault('sheetForm', 'no workbook')
  const path = firstSheet(zip)
  const strings = zip.has(STRINGS) ? sharedStrings(partOf(zip, STRINGS)) : []
  return sheetRows(partOf(zip, path), strings, limits)
}

const partOf = (zip: ZipParts, name: string) => xmlEvents(xmlText(zip.read(name)))

function firstSheet(zip: ZipParts): string {
  let relation: string | undefined
  for (const event of partOf(zip, WORKBOOK)) {
    if (event.kind !== 'open' || event.name !== 'sheet') continue
    const key = Object.keys(event.attributes).find((name) => name.endsWith(':id'))
    relation = key && event.attributes[key]
    break
  }
  if (relation !== undefined && zip.has(RELATIONS)) {
    for (const event of partOf(zip, RELATIONS)) {
      if (event.kind !== 'open' || event.name !== 'Relationship' || event.attributes['Id'] !== relation)
        continue
      const target = event.attributes['Target'] ?? ''
      return target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`
    }
  }
  return 'xl/worksheets/sheet1.xml'
}

function sharedStrings(events: Iterable<XmlEvent>): string[] {
  const strings: string[] = []
  let text: string | undefined
  let inText = false
  /** Readings of a text beside it are not of it. */
  let beside = 0
  for (const event of events) {
    if (event.kind === 'text') {
      if (inText && text !== undefined && beside === 0) text += event.text
    } else if (event.kind === 'open') {
      if (event.name === 'si') {
        if (event.closed) strings.push('')
        else text = ''
      } else if (event.name === 'rPh' && !event.closed) beside++
      else if (event.name === 't') inText = !event.closed
    } else if (event.name === 'si') {
      strings.push((text ?? '').slice(0, TEXT_MAX))
      text = undefined
    } else if (event.name === 'rPh') beside--
    else if (event.name === 't') inText = false
  }
  return strings
}

type OpenCell = { column: number; type: string; value: string; inline: string; formula: boolean }

function sheetRows(events: Iterable<XmlEvent>, strings: readonly string[], limits: SheetLimits): SheetRow[] {
  const rows: SheetRow[] = []
  let row: SheetRow = { number: 0, cells: [] }
  let cell: OpenCell | undefined
  let reading: 'value' | 'inline' | undefined
  const endCell = () => {
    if (cell && cell.column < limits.columns) {
      const made = cellOf(cell, strings)
      if (made) row.cells[cell.column] = made
    }
    cell = undefined
  }
  for (const event of events) {
    if (event.kind === 'text') {
      if (!cell || !reading) continue
      if (reading === 'value') cell.value += event.text
      else cell.inline += event.text
    } else if (event.kind === 'open') {
      if (event.name === 'row') row = { number: rowNumber(event.attributes['r'], row.number), cells: [] }
      else if (event.name === 'c') {
        cell = {
          column: columnOf(event.attributes['r'], row.cells.length),
          type: event.attributes['t'] ?? 'n',
          value: '',
          inline: '',
          formula: false,
        }
        if (event.closed) cell = undefined
      } else if (event.name === 'f' && cell) cell.formula = true
      else if (!event.closed) reading = event.name === 'v' ? 'value' : event.name === 't' ? 'inline' : reading
    } else if (event.name === 'v' || event.name === 't') reading = undefined
    else if (event.name === 'c') endCell()
    else if (event.name === 'row' && row.cells.some((each) => each !== undefined)) {
      rows.push(row)
      if (rows.length > limits.rows) throw new SheetFault('sheetTooManyRows')
    } else if (event.name === 'sheetData') break
  }
  return rows
}

function rowNumber(reference: string | undefined, before: number): number {
  const number = Number(reference)
  return Number.isInteger(number) && number > 0 && number < 1e7 ? number : before + 1
}

/** Column of a reference such as AB12, from 0; without one the next. */
function columnOf(reference: string | undefined, next: number): number {
  const letters = /^([A-Za-z]{1,3})\d*$/.exec(reference ?? '')?.[1]
  if (letters === undefined) return next
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

function cellOf(
  { type, value, inline, formula }: OpenCell,
  strings: readonly string[],
): SheetCell | undefined {
  const made = plainCell(type, value, inline, strings)
  if (!formula) return made.text.trim() === '' ? undefined : made
  return { ...made, formula: true }
}

function plainCell(type: string, value: string, inline: string, strings: readonly string[]): SheetCell {
  if (type === 's') return { text: strings[Number(value)] ?? '' }
  if (type === 'inlineStr') return { text: inline.slice(0, TEXT_MAX) }
  if (type === 'n' && value.trim() !== '') {
    const number = Number(value)
    return Number.isFinite(number) ? numberCell(number) : { text: value }
  }
  if (type === 'b') return { text: value === '1' ? 'TRUE' : 'FALSE' }
  return { text: value.slice(0, TEXT_MAX) }
}
