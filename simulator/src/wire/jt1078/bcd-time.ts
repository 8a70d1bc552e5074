/** Times of JT/T 1078: yyMMddHHmmss in GMT+8, six bytes of BCD; all zeros where there is none. */
import { parseDateTime } from '@backlot/contract/time'
import { bcdBytes, bcdText, isDecimal } from '../jt808/bcd.ts'
import type { ByteReader } from '../jt808/byte-reader.ts'
import type { ByteWriter } from '../jt808/byte-writer.ts'
import { digitsOf } from '../jt808/location.ts'
import { Jt808Error } from '../jt808/problem.ts'

export const NO_TIME = '000000000000'
const ZONE_MINUTES = 480

/** The twelve digits. Throws a Jt808Error: `value` where they are no digits, `body` where bytes are missing. */
export function readTimeDigits(reader: ByteReader): string {
  const at = reader.place
  const digits = bcdText(reader.take(6))
  if (!isDecimal(digits)) throw new Jt808Error('value', at, `the time ${digits} is no BCD`)
  return digits
}

/** Throws a Jt808Error (`value`) unless there are twelve digits. */
export function writeTimeDigits(writer: ByteWriter, digits: string): ByteWriter {
  if (!/^[0-9]{12}$/.test(digits)) throw new Jt808Error('value', writer.length, `${digits} is no time`)
  return writer.raw(bcdBytes(digits, 6))
}

/** Epoch milliseconds of twelve digits; undefined where they are no moment, as NO_TIME. */
export function momentOfDigits(digits: string): number | undefined {
  const parts = /^(..)(..)(..)(..)(..)(..)$/.exec(digits)
  if (!parts) return undefined
  const [, year, month, day, hour, minute, second] = parts
  return parseDateTime(`20${year}-${month}-${day} ${hour}:${minute}:${second}`, ZONE_MINUTES)
}

/** The twelve digits of epoch milliseconds; NO_TIME of undefined. */
export const digitsOfMoment = (epochMs: number | undefined) =>
  epochMs === undefined ? NO_TIME : digitsOf(epochMs)
