/**
 * Interface of a gateway to the platform, whatever the wire: which device is connected, that it came or left, and its
 * reports. Times are epoch milliseconds: of the platform in `connected` and `disconnected`, the device's own in
 * everything it measured. Nothing here waits for a disk except `admit`; reports that cannot be stored are dropped and
 * counted.
 */

import type { DeviceKind } from '@backlot/contract/devices/kinds'
import type { Device } from '../fleet/device.ts'
import type { StateKind } from '../wire/hj212/device-states.ts'
import type { Name } from '../world/city/types.ts'
import type { Quantity } from '../world/types.ts'

/** Claimed identity of a device. The serial number is the MN, the phone number or the publish key. */
export type Claim = {
  sn: string
  kind: DeviceKind
  /** One of PROTOCOL_TYPES. */
  protocolType: number
  name?: Name
  plate?: string
  /** Model of the device, where its kind has several. */
  model?: string
  /** The address that it comes from, without its port. */
  from: string
  /** The wire's password or authentication code; omitted where the wire has none. */
  password?: string
}

/**
 * unknown: new devices are not taken; kind: the device is known, but not as one of this wire; full: no room; taken: it
 * is one of ours that is connected itself.
 */
export type RefusalReason = 'unknown' | 'password' | 'kind' | 'full' | 'taken'
export type Admission = { admitted: Device } | { refused: RefusalReason }

export type ReceivedPosition = {
  atMs: number
  /** Degrees, WGS-84. */
  longitude: number
  latitude: number
  speedKmh: number
  /** Degrees clockwise from north. */
  directionDeg: number
  altitudeM?: number
  mileageKm?: number
  fuelL?: number
  satellites?: number
  signalLevel?: number
  accOn?: boolean
  /** Sent after its time, from the device's store: kept as history, not shown as the present. */
  late: boolean
}

export type ReadingInterval = 'realtime' | 'minute' | 'hour' | 'day' | StateKind

export type ReceivedValue = {
  /** Quantity it measures, where the code is known. */
  quantity?: Quantity
  /** The code as it came over the wire. */
  code: string
  /** In the platform's unit of the quantity (world/air/quantity-table.ts), or as it came when that is unknown. */
  value: number
  min?: number
  max?: number
  /** Accumulated over the interval. */
  sum?: number
  /** The wire's data flag; N or none is good data. */
  flag?: string
}

export type ReceivedReadings = {
  /** Moment of a realtime report or a state, start of the interval of the others. */
  atMs: number
  interval: ReadingInterval
  rows: readonly ReceivedValue[]
  late: boolean
}

export type ReceivedAlarm = {
  atMs: number
  type: string
  subType: string
  chnId: number
  /** Identity of the alarm within its channel: a repeat changes nothing. */
  alarmSeq: string
  position?: { longitude: number; latitude: number }
  /** It is over since then. */
  endMs?: number
  /** When it arrived, where that was not when it happened, or where nobody knows when it happened. */
  receivedMs?: number
  /** Time that the device's clock reported where that cannot be right; `atMs` is then when it arrived. */
  deviceTime?: string
}

/** A raw packet as it went over the wire, for the packet log. */
export type ReceivedPacket = {
  atMs: number
  direction: 'in' | 'out'
  /** Text of a text wire, hex of a binary one; long ones are cut. */
  text: string
  /** Fault of it. */
  problem?: string
}

export type DeviceIngest = {
  /**
   * Whether a device may come in. An unknown one is stored as a new device of the discovered group when that is
   * configured; resolves after the commit. A known one resolves without waiting.
   */
  admit(claim: Claim, atMs: number): Promise<Admission>
  /** The password that a device must show; undefined while it has shown none and none was set for it. */
  wirePassword(sn: string): string | undefined
  /** A request of ours changed it. */
  setWirePassword(sn: string, password: string): void
  /**
   * Whether a device is of our own fleet and speaks over the wire itself: while it is connected nobody takes its place.
   * Of all others the newest connection counts.
   */
  isOwnPlace(sn: string): boolean
  /** For a device of our own that lives in process, the connection takes over until it is disconnected. */
  connected(sn: string, atMs: number): void
  disconnected(sn: string, atMs: number): void
  position(sn: string, position: ReceivedPosition): void
  readings(sn: string, readings: ReceivedReadings): void
  alarm(sn: string, alarm: ReceivedAlarm): void
  /** The newest ongoing alarm of a channel whose identity begins with this; channel 0 is the device itself. */
  openAlarm(sn: string, seqPrefix: string, chnId?: number): { atMs: number; alarmSeq: string } | undefined
  packet(sn: string, packet: ReceivedPacket): void
  /** Hears of devices that gave their place up to others: nothing of them is to be kept. */
  onGivenUp(listener: (sn: string) => void): void
}
