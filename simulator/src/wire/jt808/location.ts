/** The position report: body of 0x0200, part of 0x0201, item of 0x0704. */
import { formatDateTime, parseDateTime } from '@backlot/contract/time'
import { hasBit, STATUS_BITS } from './alarm-bits.ts'
import { bcdBytes, bcdText } from './bcd.ts'
import type { ByteReader } from './byte-reader.ts'
import type { ByteWriter } from './byte-writer.ts'
import { type LocationExtra, readExtras } from './location-extras.ts'
import { Jt808Error } from './problem.ts'

export type LocationReport = {
  alarm: number
  status: number
  /** Degrees, south and west negative. */
  latitude: number
  longitude: number
  altitudeM: number
  speedKmh: number
  directionDeg: number
  /** Epoch milliseconds; undefined when the twelve digits are no moment. */
  atMs: number | undefined
  /** yyMMddHHmmss in GMT+8, as sent. */
  digits: string
  extras: readonly LocationExtra[]
  /** Bytes at the end that are no items. */
  tail: Uint8Array
}

const ZONE_MINUTES = 480
const MICRO = 1_000_000

export function readLocation(reader: ByteReader): LocationReport {
  const alarm = reader.u32()
  const status = reader.u32()
  const latitude = degrees(reader.u32(), hasBit(status, STATUS_BITS.south))
  const longitude = degrees(reader.u32(), hasBit(status, STATUS_BITS.west))
  const altitude = reader.u16()
  const speedKmh = reader.u16() / 10
  const directionDeg = reader.u16()
  const digits = bcdText(reader.take(6))
  return {
    alarm,
    status,
    latitude,
    longitude,
    altitudeM: altitude >= 0x8000 ? altitude - 0x1_0000 : altitude,
    speedKmh,
    directionDeg,
    atMs: momentOf(digits),
    digits,
    ...readExtras(reader),
  }
}

/** Writes a report: its time is that of `digits`, its hemispheres follow the signs. */
export function writeLocation(writer: ByteWriter, report: LocationReport): void {
  const { latitude, longitude } = report
  if (!(Math.abs(latitude) <= 4294 && Math.abs(longitude) <= 4294)) {
    throw new Jt808Error('value', writer.length, `${latitude}, ${longitude} is no place`)
  }
  const hemispheres = (isNegative(latitude) ? 4 : 0) | (isNegative(longitude) ? 8 : 0)
  writer.u32(report.alarm).u32(((report.status & ~12) | hemispheres) >>> 0)
  writer.u32(Math.round(Math.abs(latitude) * MICRO)).u32(Math.round(Math.abs(longitude) * MICRO))
  writer
    .u16(report.altitudeM & 0xffff)
    .u16(Math.round(report.speedKmh * 10))
    .u16(report.directionDeg)
  writer.raw(digitBytes(report.digits))
  for (const { id, bytes } of report.extras) writer.u8(id).u8(bytes.length).raw(bytes)
  writer.raw(report.tail)
}

/** yyMMddHHmmss in GMT+8. */
export function digitsOf(epochMs: number): string {
  return formatDateTime(epochMs, ZONE_MINUTES).replace(/\D/g, '').slice(2)
}

/** Epoch milliseconds of yyMMddHHmmss in GMT+8, or undefined when they are no moment. */
function momentOf(digits: string): number | undefined {
  const parts = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(digits)
  if (!parts) return undefined
  const [, year, month, day, hour, minute, second] = parts
  return parseDateTime(`20${year}-${month}-${day} ${hour}:${minute}:${second}`, ZONE_MINUTES)
}

/** A place as the wire has it: some devices send two's complement in place of the hemisphere bit. */
function degrees(word: number, negative: boolean): number {
  if (word >= 0x8000_0000) return (word - 0x1_0000_0000) / MICRO
  return negative ? -word / MICRO : word / MICRO
}

const isNegative = (value: number) => value < 0 || Object.is(value, -0)

/** Digits as bytes, hex letters included: received values are sent unchanged. */
function digitBytes(digits: string): Uint8Array {
  if (!/^[0-9a-f]{12}$/.test(digits)) throw new Jt808Error('value', 0, `${digits} is no time`)
  return bcdBytes(digits, 6)
}
