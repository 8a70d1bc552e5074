/** Items behind the 28 bytes of a position: id, length and value, and bytes that are none of these. */
import type { ByteReader } from './byte-reader.ts'

export type LocationExtra = { id: number; bytes: Uint8Array }

/** Ids of the standard and the lengths that their values have. */
const LENGTHS: Readonly<Record<number, readonly number[]>> = {
  1: [4],
  2: [2],
  3: [2],
  4: [2],
  5: [30],
  6: [2],
  17: [1, 5],
  18: [6],
  19: [7],
  37: [4],
  42: [2],
  43: [4],
  48: [1],
  49: [1],
}

export const EXTRA_IDS = {
  mileage: 0x01,
  fuel: 0x02,
  recorderSpeed: 0x03,
  confirmEvent: 0x04,
  tyrePressure: 0x05,
  compartmentTemperature: 0x06,
  overspeed: 0x11,
  area: 0x12,
  routeTime: 0x13,
  signals: 0x25,
  io: 0x2a,
  analog: 0x2b,
  signalLevel: 0x30,
  satellites: 0x31,
} as const

/**
 * Reads items to the end. Where the bytes are none (text of field devices), everything from the first misfit on is the
 * tail: an item past the end, or one before it whose id is of the standard and whose length is not.
 */
export function readExtras(reader: ByteReader): { extras: LocationExtra[]; tail: Uint8Array } {
  const all = reader.rest()
  const extras: LocationExtra[] = []
  let misfit: { at: number; count: number } | undefined
  let at = 0
  while (at < all.length) {
    const id = all[at]!
    const length = all[at + 1]
    if (length === undefined || at + 2 + length > all.length) {
      const { at: from, count } = misfit ?? { at, count: extras.length }
      return { extras: extras.slice(0, count), tail: all.slice(from) }
    }
    const lengths = LENGTHS[id]
    if (lengths && !lengths.includes(length)) misfit ??= { at, count: extras.length }
    extras.push({ id, bytes: all.slice(at + 2, at + 2 + length) })
    at += 2 + length
  }
  return { extras, tail: all.slice(all.length) }
}

/** Meanings of a report's extras; missing ones, or those of another length, are left out. */
export type ExtraValues = {
  mileageKm?: number
  fuelL?: number
  /** Speed of the driving recorder. */
  recorderSpeedKmh?: number
  confirmEventId?: number
  /** Pascals as sent, one byte a wheel; 0 and 255 are no value. */
  tyrePressures?: readonly number[]
  compartmentTemperatureC?: number
  /** 0 no place, 1 circle, 2 rectangle, 3 polygon, 4 road. */
  overspeed?: { placeType: number; placeId?: number }
  /** direction: 0 in, 1 out. */
  area?: { placeType: number; placeId: number; direction: number }
  /** result: 0 too short, 1 too long. */
  routeTime?: { roadId: number; seconds: number; result: number }
  /** Lights, listeners, brakes and so on (table 31). */
  signals?: number
  io?: number
  analog?: readonly [number, number]
  signalLevel?: number
  satellites?: number
}

export function extraValues(extras: readonly LocationExtra[]): ExtraValues {
  const values: ExtraValues = {}
  for (const { id, bytes } of extras) {
    if (LENGTHS[id]?.includes(bytes.length)) readValue(values, id, bytes)
  }
  return values
}

function readValue(values: ExtraValues, id: number, bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  switch (id) {
    case EXTRA_IDS.mileage:
      values.mileageKm = view.getUint32(0) / 10
      break
    case EXTRA_IDS.fuel:
      values.fuelL = view.getUint16(0) / 10
      break
    case EXTRA_IDS.recorderSpeed:
      values.recorderSpeedKmh = view.getUint16(0) / 10
      break
    case EXTRA_IDS.confirmEvent:
      values.confirmEventId = view.getUint16(0)
      break
    case EXTRA_IDS.tyrePressure:
      values.tyrePressures = [...bytes]
      break
    case EXTRA_IDS.compartmentTemperature: {
      const word = view.getUint16(0)
      values.compartmentTemperatureC = word & 0x8000 ? -(word & 0x7fff) : word
      break
    }
    case EXTRA_IDS.overspeed: {
      const placeType = view.getUint8(0)
      values.overspeed = bytes.length === 5 ? { placeType, placeId: view.getUint32(1) } : { placeType }
      break
    }
    case EXTRA_IDS.area:
      values.area = {
        placeType: view.getUint8(0),
        placeId: view.getUint32(1),
        direction: view.getUint8(5),
      }
      break
    case EXTRA_IDS.routeTime:
      values.routeTime = { roadId: view.getUint32(0), seconds: view.getUint16(4), result: view.getUint8(6) }
      break
    case EXTRA_IDS.signals:
      values.signals = view.getUint32(0)
      break
    case EXTRA_IDS.io:
      values.io = view.getUint16(0)
      break
    case EXTRA_IDS.analog:
      values.analog = [view.getUint16(2), view.getUint16(0)]
      break
    case EXTRA_IDS.signalLevel:
      values.signalLevel = view.getUint8(0)
      break
    case EXTRA_IDS.satellites:
      values.satellites = view.getUint8(0)
  }
}

/** An item of one unsigned number of `width` bytes. */
export function numberExtra(id: number, value: number, width: 1 | 2 | 4): LocationExtra {
  const bytes = new Uint8Array(width)
  let rest = Math.max(0, Math.round(value))
  for (let i = width - 1; i >= 0; i--) {
    bytes[i] = rest % 256
    rest = Math.floor(rest / 256)
  }
  return { id, bytes }
}
