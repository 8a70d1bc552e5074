/**
 * A device's side of a wire. It holds one connection to a platform, ours over loopback or anybody's, and speaks for one
 * device. Wires run in real time: while the platform clock is paused or runs at another rate an uplink holds its
 * reports and continues when the clock is at real time again.
 */

import type { DeviceKind } from '@backlot/contract/devices/kinds'
import type { ReportFaults } from '../../devices/report-faults.ts'
import type { Reading } from '../../devices/station-models.ts'
import type { HostClock, PlatformClock } from '../../kernel/clock.ts'
import type { LocationExtra } from '../../wire/jt808/location-extras.ts'
import type { MappedAlarmType } from '../../wire/mqtt/mqtt-mapping.ts'
import type { VehicleState } from '../../world/types.ts'

export type Uplink = {
  /** Begins to connect. Repeated calls change nothing. */
  start(): void
  /** Tells the platform that it leaves, where the wire has a message for that; resolves once that is answered or given up. */
  signOff?(): Promise<void>
  /** Closes the connection and discards waiting packets. */
  stop(): void
  stats(): UplinkStats
}

/** held: the clock is not at real time; down: the device is off by its model; waiting: between two attempts. */
export type UplinkState = 'stopped' | 'held' | 'down' | 'waiting' | 'connecting' | 'online'

export type UplinkStats = {
  state: UplinkState
  /** Connections that came about, and those that failed or broke. */
  connects: number
  breaks: number
  /** Reports first sent, answered, sent again, and given up. */
  sent: number
  acked: number
  resent: number
  lost: number
  /** Reports that wait for a connection. */
  backlog: number
  bytesSent: number
  bytesReceived: number
  /** Requests of the platform that were answered. */
  answered: number
}

/** Reported position of a moving device; without a fix (default: with one) it is the last one. */
export type ReportedPlace = VehicleState & {
  hasFix?: boolean
  /** When the place was fixed, by the receiver's clock; omitted: at the given moment. */
  fixedAtMs?: number
}

/** The device that an uplink speaks for: its identity, and its models as functions of platform time. */
export type UplinkDevice = {
  sn: string
  kind: DeviceKind
  model?: string
  /** Identity in the world's hashes; spreads the beats of many devices. */
  entity: number
  plate?: string
  /** Board and revision. */
  hardware?: string
  /** Readings of its sensors; undefined for devices that measure nothing. */
  readingsAt?(epochMs: number): readonly Reading[]
  /** Its own settings; left out: none. */
  settingsAt?(epochMs: number): readonly { name: string; value: number }[]
  /** Its alarms in progress, the oldest first; left out: it says nothing of alarms. */
  alarmsAt?(epochMs: number): readonly MappedAlarmType[]
  /** Where it is; undefined for devices that stay. */
  positionAt?(epochMs: number): ReportedPlace
  /** Items of its position reports in addition to those that all have (JT/T 808). */
  extrasAt?(epochMs: number): readonly LocationExtra[]
  /** Where it stands; undefined for devices that move. */
  location?: { lat: number; lng: number }
  /** Whether it has power and signal; left out: always. */
  isUpAt?(epochMs: number): boolean
  /** Effects of its faults on its reports; omitted: its clock is right, and every report is sent once and at once. */
  reportFaults?: ReportFaults
}

/** Bytes to put on the wire after a delay since the piece before; with `resets` the connection is reset behind them. */
export type WireChunk = { bytes: Uint8Array; delayMs: number; resets?: true }
/** A fault of the wire: the bytes really sent in place of a packet. No piece at all: it is lost. */
export type WireTransform = (bytes: Uint8Array) => readonly WireChunk[]

export type UplinkDeps = {
  host: string
  port: number
  hostClock: HostClock
  platformClock: PlatformClock
  /** Asked at every packet, so that a fault can come and go. */
  transform?(): WireTransform | undefined
  /** A report was answered; milliseconds since it was first sent. */
  onAck?(latencyMs: number): void
  /** A report was given up after its last resend. */
  onLost?(): void
}
