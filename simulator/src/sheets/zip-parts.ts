/**
 * Parts of a ZIP archive (APPNOTE 6.3.10), as far as spreadsheets use it: stored or deflated, no encryption, no ZIP64.
 * Sizes stated in the archive are not trusted: unpacking stops at the limit.
 */
import { inflateRawSync } from 'node:zlib'
import { SheetFault } from './sheet-fault.ts'

const END = 0x06054b50
const CENTRAL = 0x02014b50
const LOCAL = 0x04034b50
const END_BYTES = 22
const COMMENT_MAX = 65_535
const ENTRIES_MAX = 2000
const STORED = 0
const DEFLATED = 8

export type ZipParts = {
  has(name: string): boolean
  /** Unpacks a part. Throws a SheetFault when it is broken, or exceeds the rest of `unpackedBytes`. */
  read(name: string): Buffer
}

export function openZip(bytes: Buffer, unpackedBytes: number): ZipParts {
  const end = findEnd(bytes)
  const count = bytes.readUInt16LE(end + 10)
  const start = bytes.readUInt32LE(end + 16)
  if (count > ENTRIES_MAX) throw new SheetFault('sheetTooLarge', `${count} parts`)
  const entries = readCentral(bytes, start, count)
  let left = unpackedBytes
  return {
    has: (name) => entries.has(name.toLowerCase()),
    read(name) {
      const entry = entries.get(name.toLowerCase())
      if (!entry) throw new SheetFault('sheetForm', `no ${name}`)
      const part = unpack(bytes, entry, left)
      left -= part.length
      return part
    },
  }
}

type Entry = { method: number; flags: number; packed: number; offset: number }

function findEnd(bytes: Buffer): number {
  const lowest = Math.max(0, bytes.length - END_BYTES - COMMENT_MAX)
  for (let at = bytes.length - END_BYTES; at >= lowest; at--) {
    if (bytes.readUInt32LE(at) === END) return at
  }
  throw new SheetFault('sheetBroken', 'no end of the archive')
}

function readCentral(bytes: Buffer, start: number, count: number): Map<string, Entry> {
  const entries = new Map<string, Entry>()
  let at = start
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== CENTRAL)
      throw new SheetFault('sheetBroken', 'directory')
    const nameBytes = bytes.readUInt16LE(at + 28)
    const name = bytes.toString('utf8', at + 46, at + 46 + nameBytes)
    entries.set(name.replaceAll('\\', '/').toLowerCase(), {
      flags: bytes.readUInt16LE(at + 8),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      offset: bytes.readUInt32LE(at + 42),
    })
    at += 46 + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

function unpack(bytes: Buffer, { flags, method, packed, offset }: Entry, limit: number): Buffer {
  if (flags & 1) throw new SheetFault('sheetEncrypted')
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== LOCAL)
    throw new SheetFault('sheetBroken', 'part')
  const from = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  if (from + packed > bytes.length) throw new SheetFault('sheetBroken', 'part ends early')
  const raw = bytes.subarray(from, from + packed)
  if (method === STORED) {
    if (raw.length > limit) throw new SheetFault('sheetTooLarge')
    return raw
  }
  if (method !== DEFLATED) throw new SheetFault('sheetBroken', `method ${method}`)
  try {
    return inflateRawSync(raw, { maxOutputLength: Math.max(1, limit) })
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    throw new SheetFault(code === 'ERR_BUFFER_TOO_LARGE' ? 'sheetTooLarge' : 'sheetBroken', 'unpacking')
  }
}
