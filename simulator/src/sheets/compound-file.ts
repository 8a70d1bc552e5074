/** Streams of a compound file (MS-CFB): the container of xls workbooks. Nothing that it states is trusted. */
import { SheetFault } from './sheet-fault.ts'

const HEADER_BYTES = 512
const LAST_SECTOR = 0xfffffffa
const ENTRY_BYTES = 128
const STREAM = 2
const ROOT = 5

/** The stream of one of these names, or undefined. Throws a SheetFault when the file is broken. */
export function readStream(bytes: Buffer, names: readonly string[]): Buffer | undefined {
  if (bytes.length < HEADER_BYTES) throw new SheetFault('sheetBroken', 'header')
  const shift = bytes.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) throw new SheetFault('sheetBroken', 'sector size')
  const size = 1 << shift
  const sector = (n: number): Buffer => {
    const from = (n + 1) * size
    if (n >= LAST_SECTOR || from >= bytes.length) throw new SheetFault('sheetBroken', 'sector')
    return bytes.subarray(from, Math.min(bytes.length, from + size))
  }
  const fat = readFat(bytes, sector, size)
  const chain = (first: number, table: readonly number[], get: (n: number) => Buffer): Buffer => {
    const parts: Buffer[] = []
    for (let n = first; n < LAST_SECTOR; n = table[n] ?? LAST_SECTOR) {
      parts.push(get(n))
      if (parts.length > table.length) throw new SheetFault('sheetBroken', 'sectors in a circle')
    }
    return Buffer.concat(parts)
  }
  const directory = chain(bytes.readUInt32LE(48), fat, sector)
  const cutoff = bytes.readUInt32LE(56)
  let root: Entry | undefined
  let found: Entry | undefined
  for (let at = 0; at + ENTRY_BYTES <= directory.length; at += ENTRY_BYTES) {
    const entry = entryAt(directory, at)
    if (entry.type === ROOT) root = entry
    else if (entry.type === STREAM && names.includes(entry.name)) found ??= entry
  }
  if (!found) return undefined
  if (found.size >= cutoff) return chain(found.first, fat, sector).subarray(0, found.size)
  if (!root) throw new SheetFault('sheetBroken', 'no root')
  const mini = chain(root.first, fat, sector)
  const miniSize = 1 << bytes.readUInt16LE(32)
  const miniFat = numbersOf(chain(bytes.readUInt32LE(60), fat, sector))
  const miniSector = (n: number) => mini.subarray(n * miniSize, (n + 1) * miniSize)
  return chain(found.first, miniFat, miniSector).subarray(0, found.size)
}

type Entry = { name: string; type: number; first: number; size: number }

function entryAt(directory: Buffer, at: number): Entry {
  const nameBytes = Math.min(64, directory.readUInt16LE(at + 64))
  return {
    name: directory.toString('utf16le', at, at + Math.max(0, nameBytes - 2)),
    type: directory[at + 66]!,
    first: directory.readUInt32LE(at + 116),
    size: directory.readUInt32LE(at + 120),
  }
}

/** The table of sectors, by the list of its own sectors in the header and in the sectors after it. */
function readFat(bytes: Buffer, sector: (n: number) => Buffer, size: number): number[] {
  const own: number[] = []
  for (let i = 0; i < 109; i++) own.push(bytes.readUInt32LE(76 + 4 * i))
  let next = bytes.readUInt32LE(68)
  const most = Math.ceil(bytes.length / size)
  for (let n = 0; next < LAST_SECTOR; n++) {
    if (n > most) throw new SheetFault('sheetBroken', 'sectors in a circle')
    const numbers = numbersOf(sector(next))
    next = numbers.pop() ?? LAST_SECTOR
    own.push(...numbers)
  }
  return own.filter((n) => n < LAST_SECTOR).flatMap((n) => numbersOf(sector(n)))
}

function numbersOf(part: Buffer): number[] {
  const numbers: number[] = []
  for (let at = 0; at + 4 <= part.length; at += 4) numbers.push(part.readUInt32LE(at))
  return numbers
}
