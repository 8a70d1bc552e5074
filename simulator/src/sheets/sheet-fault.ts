/** Why a spreadsheet is not read. */
const SHEET_FAULTS = [
  'sheetEmpty',
  'sheetForm',
  'sheetBroken',
  'sheetEncrypted',
  'sheetTooLarge',
  'sheetTooManyRows',
  'sheetOld',
] as const
export type SheetFaultKey = (typeof SHEET_FAULTS)[number]

/** Fault of an uploaded file; reading ends there. */
export class SheetFault extends Error {
  readonly key: SheetFaultKey
  constructor(key: SheetFaultKey, detail = '') {
    super(detail === '' ? key : `${key}: ${detail}`)
    this.key = key
  }
}

export type SheetCell = {
  text: string
  /** Computed by a formula: the shown value was not entered. */
  formula?: true
  /** A number with more digits than a spreadsheet keeps: some are lost. */
  inexact?: true
}

/** A row that has something in it; `number` counts from 1, as the spreadsheet does. */
export type SheetRow = { number: number; cells: (SheetCell | undefined)[] }

export type SheetLimits = {
  /** Rows with something in them. */
  rows: number
  columns: number
  /** Most bytes that the parts to read may unpack to, in all. */
  unpackedBytes: number
}

/** A spreadsheet keeps 15 digits. */
const EXACT_BELOW = 1e15

export function numberCell(value: number): SheetCell {
  const text = Number.isInteger(value) && Math.abs(value) < 1e21 ? value.toFixed(0) : String(value)
  return Math.abs(value) >= EXACT_BELOW ? { text, inexact: true } : { text }
}
