import { readXls } from './read-xls.ts'
import { readXlsx } from './read-xlsx.ts'
import { SheetFault, type SheetLimits, type SheetRow } from './sheet-fault.ts'

const ZIP = Buffer.from([0x50, 0x4b, 0x03, 0x04])
const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])

/**
 * Rows of the first sheet of an xls or xlsx file: its format is detected from its bytes, not its name. Throws a
 * SheetFault.
 */
export function readSheet(bytes: Buffer, limits: SheetLimits): SheetRow[] {
  if (bytes.length === 0) throw new SheetFault('sheetEmpty')
  if (bytes.subarray(0, ZIP.length).equals(ZIP)) return readXlsx(bytes, limits)
  if (bytes.subarray(0, COMPOUND.length).equals(COMPOUND)) return readXls(bytes, limits)
  throw new SheetFault('sheetForm')
}
