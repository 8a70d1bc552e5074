import { fromCivil, toCivil } from '@backlot/contract/time'

/** The wire uses UTC+8, whatever the platform's zone. */
export const WIRE_ZONE_MINUTES = 480

const two = (n: number) => (n < 10 ? `0${n}` : String(n))

/** The second that was written last: thousands of stations write the same one. */
let writtenSecond = Number.NaN
let written = ''

/** yyyyMMddHHmmss. */
export function wireTime(epochMs: number): string {
  const second = Math.floor(epochMs / 1000)
  if (second !== writtenSecond) {
    const c = toCivil(epochMs, WIRE_ZONE_MINUTES)
    const year = String(c.year).padStart(4, '0')
    written = `${year}${two(c.month)}${two(c.day)}${two(c.hour)}${two(c.minute)}${two(c.second)}`
    writtenSecond = second
  }
  return written
}

/** yyyyMMddHHmmssSSS: a QN, or the time of one. */
export function wireQn(epochMs: number): string {
  const ms = Math.floor(epochMs)
  const rest = ((ms % 1000) + 1000) % 1000
  return wireTime(ms) + (rest < 10 ? `00${rest}` : rest < 100 ? `0${rest}` : rest)
}

/**
 * Epoch milliseconds of a time of the wire: 14 digits, 17 with milliseconds, or cut short after day (8), hour (10) or
 * minute (12) as some stations send it. undefined for anything else and for days that no calendar has.
 */
export function parseWireTime(text: string): number | undefined {
  const { length } = text
  if (length !== 14 && length !== 17 && length !== 12 && length !== 10 && length !== 8) return undefined
  for (let i = 0; i < length; i++) {
    const c = text.charCodeAt(i)
    if (c < 48 || c > 57) return undefined
  }
  const number = (from: number, to: number) => {
    let value = 0
    if (from < length) for (let i = from; i < to; i++) value = value * 10 + text.charCodeAt(i) - 48
    return value
  }
  const [year, month, day] = [number(0, 4), number(4, 6), number(6, 8)]
  const [hour, minute, second, ms] = [number(8, 10), number(10, 12), number(12, 14), number(14, 17)]
  if (year < 1970 || month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) {
    return undefined
  }
  const epochMs = fromCivil(year, month, day, hour, minute, second, ms, WIRE_ZONE_MINUTES)
  return toCivil(epochMs, WIRE_ZONE_MINUTES).day === day ? epochMs : undefined
}
