/** The Range header (RFC 2326, 3.6 normal play time, 3.7 absolute time, 12.29). */
import { fromCivil, toCivil } from '@backlot/contract/time'

export type PlayRange =
  /** Relative to the stream's own beginning, or now: of no meaning for a camera. */
  { kind: 'npt' } | { kind: 'clock'; fromMs: number; toMs: number | undefined }

const CLOCK = /^clock\s*=\s*([\dTZ.]+)\s*-\s*([\dTZ.]*)$/
const UTC = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(?:\.(\d{1,9}))?Z$/

/** Reads the header, epoch milliseconds; undefined for other units, times that are none, and an end before the start. */
export function readRange(header: string): PlayRange | undefined {
  const [text = ''] = header.trim().split(';')
  if (/^(npt|smpte[\w-]*)\s*=/i.test(text)) return { kind: 'npt' }
  const found = CLOCK.exec(text)
  if (!found) return undefined
  const fromMs = readUtc(found[1]!)
  const toMs = found[2] === '' ? undefined : readUtc(found[2]!)
  if (fromMs === undefined || (found[2] !== '' && toMs === undefined)) return undefined
  if (toMs !== undefined && toMs < fromMs) return undefined
  return { kind: 'clock', fromMs, toMs }
}

/** An absolute range, open at its end without `toMs`. */
export function writeRange(fromMs: number, toMs?: number): string {
  return `clock=${writeUtc(fromMs)}-${toMs === undefined ? '' : writeUtc(toMs)}`
}

function readUtc(text: string): number | undefined {
  const found = UTC.exec(text)
  if (!found) return undefined
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const ms = Math.floor(Number(`0.${found[7] ?? '0'}`) * 1000)
  const atMs = fromCivil(year, month, day, hour, minute, second, ms, 0)
  // A day or an hour that does not exist would be another one.
  return writeUtc(atMs).startsWith(text.slice(0, 15)) ? atMs : undefined
}

function writeUtc(atMs: number): string {
  const { year, month, day, hour, minute, second } = toCivil(Math.floor(atMs), 0)
  const two = (value: number) => String(value).padStart(2, '0')
  const ms = String(((Math.floor(atMs) % 1000) + 1000) % 1000).padStart(3, '0')
  return `${year}${two(month)}${two(day)}T${two(hour)}${two(minute)}${two(second)}.${ms}Z`
}
