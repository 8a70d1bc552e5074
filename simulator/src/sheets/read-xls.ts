/** The first sheet of an xls workbook (MS-XLS, BIFF8: Excel 97 and later) as rows of text. */
import { readStream } from './compound-file.ts'
import { numberCell, type SheetCell, SheetFault, type SheetLimits, type SheetRow } from './sheet-fault.ts'

const RECORD = {
  formula: 0x0006,
  eof: 0x000a,
  filePass: 0x002f,
  continued: 0x003c,
  boundSheet: 0x0085,
  mulRk: 0x00bd,
  richText: 0x00d6,
  sst: 0x00fc,
  labelSst: 0x00fd,
  number: 0x0203,
  label: 0x0204,
  boolErr: 0x0205,
  rk: 0x027e,
  bof: 0x0809,
} as const
const BIFF8 = 0x0600

type BiffRecord = { type: number; data: Buffer; end: number }

export function readXls(bytes: Buffer, limits: SheetLimits): SheetRow[] {
  const book = readStream(bytes, ['Workbook', 'Book'])
  if (!book) {
    // A workbook with a password is a package inside such a file.
    if (readStream(bytes, ['EncryptedPackage'])) throw new SheetFault('sheetEncrypted')
    throw new SheetFault('sheetForm', 'no workbook')
  }
  try {
    return rowsOf(book, limits)
  } catch (error) {
    if (error instanceof RangeError) throw new SheetFault('sheetBroken', 'record')
    throw error
  }
}

function* recordsFrom(book: Buffer, from: number): Generator<BiffRecord> {
  for (let at = from; at + 4 <= book.length; ) {
    const end = at + 4 + book.readUInt16LE(at + 2)
    if (end > book.length) throw new SheetFault('sheetBroken', 'record')
    yield { type: book.readUInt16LE(at), data: book.subarray(at + 4, end), end }
    at = end
  }
}

function rowsOf(book: Buffer, limits: SheetLimits): SheetRow[] {
  let sheetAt: number | undefined
  let strings: string[] = []
  let parts: Buffer[] | undefined
  let first = true
  for (const { type, data } of recordsFrom(book, 0)) {
    if (first && type !== RECORD.bof) throw new SheetFault('sheetOld')
    if (first && data.readUInt16LE(0) !== BIFF8) throw new SheetFault('sheetOld')
    first = false
    if (parts && type !== RECORD.continued) {
      strings = readStrings(parts)
      parts = undefined
    }
    if (type === RECORD.filePass) throw new SheetFault('sheetEncrypted')
    if (type === RECORD.sst) parts = [data]
    else if (type === RECORD.continued) parts?.push(data)
    else if (type === RECORD.boundSheet && data[5] === 0) sheetAt ??= data.readUInt32LE(0)
    else if (type === RECORD.eof) break
  }
  if (sheetAt === undefined) throw new SheetFault('sheetForm', 'no sheet')
  return sheetRows(book, sheetAt, strings, limits)
}

function sheetRows(book: Buffer, from: number, strings: readonly string[], limits: SheetLimits): SheetRow[] {
  const rows = new Map<number, SheetRow>()
  const put = (row: number, column: number, cell: SheetCell) => {
    if (column >= limits.columns || (cell.text.trim() === '' && !cell.formula)) return
    let there = rows.get(row)
    if (!there) {
      if (rows.size >= limits.rows) throw new SheetFault('sheetTooManyRows')
      there = { number: row + 1, cells: [] }
      rows.set(row, there)
    }
    there.cells[column] = cell
  }
  let depth = 0
  for (const { type, data } of recordsFrom(book, from)) {
    if (type === RECORD.bof) depth++
    else if (type === RECORD.eof && --depth <= 0) break
    // Charts inside the sheet have records of their own.
    if (depth === 1) readCells(type, data, strings, put)
  }
  return [...rows.values()].sort((a, b) => a.number - b.number)
}

function readCells(
  type: number,
  data: Buffer,
  strings: readonly string[],
  put: (row: number, column: number, cell: SheetCell) => void,
): void {
  const at = () => [data.readUInt16LE(0), data.readUInt16LE(2)] as const
  switch (type) {
    case RECORD.labelSst:
      put(...at(), { text: strings[data.readUInt32LE(6)] ?? '' })
      break
    case RECORD.label:
    case RECORD.richText:
      put(...at(), { text: readText([data.subarray(6)]) })
      break
    case RECORD.number:
      put(...at(), numberCell(data.readDoubleLE(6)))
      break
    case RECORD.rk:
      put(...at(), numberCell(rkNumber(data.readInt32LE(6))))
      break
    case RECORD.boolErr:
      put(...at(), { text: data[7] === 0 ? (data[6] === 1 ? 'TRUE' : 'FALSE') : '' })
      break
    case RECORD.formula:
      put(...at(), { text: '', formula: true })
      break
    case RECORD.mulRk: {
      const [row, column] = at()
      const count = Math.floor((data.length - 6) / 6)
      for (let i = 0; i < count; i++) put(row, column + i, numberCell(rkNumber(data.readInt32LE(6 + 6 * i))))
    }
  }
}

/** A packed number: 30 bits of an integer or of a double, perhaps a hundredfold. */
function rkNumber(rk: number): number {
  let value: number
  if (rk & 2) value = rk >> 2
  else {
    const double = Buffer.alloc(8)
    double.writeInt32LE(rk & ~3, 4)
    value = double.readDoubleLE(0)
  }
  return rk & 1 ? value / 100 : value
}

/** Bytes of a record and those that continue it; characters that go on in the next state their width again. */
class Parts {
  readonly #parts: readonly Buffer[]
  #part = 0
  #at = 0
  constructor(parts: readonly Buffer[]) {
    this.#parts = parts
  }

  get ended(): boolean {
    return this.#part >= this.#parts.length - 1 && this.#at >= (this.#parts[this.#part]?.length ?? 0)
  }

  byte(): number {
    this.#next()
    return this.#parts[this.#part]!.readUInt8(this.#at++)
  }

  word(): number {
    return this.byte() | (this.byte() << 8)
  }

  long(): number {
    return (this.word() | (this.word() << 16)) >>> 0
  }

  skip(bytes: number): void {
    for (let left = bytes; left > 0; ) {
      this.#next()
      const step = Math.min(left, this.#parts[this.#part]!.length - this.#at)
      this.#at += step
      left -= step
    }
  }

  characters(count: number, wideAtFirst: boolean): string {
    let text = ''
    let wide = wideAtFirst
    for (let left = count; left > 0; ) {
      if (this.#isAtEnd()) {
        this.#next()
        wide = (this.byte() & 1) === 1
      }
      const part = this.#parts[this.#part]!
      const fit = Math.min(left, Math.floor((part.length - this.#at) / (wide ? 2 : 1)))
      if (fit === 0) throw new SheetFault('sheetBroken', 'text')
      const end = this.#at + fit * (wide ? 2 : 1)
      text += part.toString(wide ? 'utf16le' : 'latin1', this.#at, end)
      this.#at = end
      left -= fit
    }
    return text
  }

  #isAtEnd(): boolean {
    return this.#at >= (this.#parts[this.#part]?.length ?? 0)
  }

  #next(): void {
    while (this.#isAtEnd()) {
      if (this.#part >= this.#parts.length - 1) throw new SheetFault('sheetBroken', 'text ends early')
      this.#part++
      this.#at = 0
    }
  }
}

function readText(parts: readonly Buffer[]): string {
  return textOf(new Parts(parts))
}

function textOf(reader: Parts): string {
  const count = reader.word()
  const flags = reader.byte()
  const runs = flags & 8 ? reader.word() : 0
  const beside = flags & 4 ? reader.long() : 0
  const text = count === 0 ? '' : reader.characters(count, (flags & 1) === 1)
  if (runs > 0 || beside > 0) reader.skip(4 * runs + beside)
  return text
}

function readStrings(parts: readonly Buffer[]): string[] {
  const reader = new Parts(parts)
  reader.long()
  const count = reader.long()
  const strings: string[] = []
  while (strings.length < count && !reader.ended) strings.push(textOf(reader))
  return strings
}
