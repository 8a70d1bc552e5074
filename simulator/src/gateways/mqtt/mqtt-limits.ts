import type { CommonCutReason } from '../../sockets/end-socket.ts'

/** Limits of the MQTT gateway for one connection, and for all. */
export type MqttLimits = {
  connections: number
  /** A connection whose CONNECT has not come by then is ended by the broker. */
  connectWithinMs: number
  /** Silence after which a client is gone, whatever keep-alive it chose; a longer keep-alive counts 1.5 times. */
  silentMs: number
  /** Devices behind one connection (concentrators). */
  devicesPerConnection: number
  /** Bytes of one control packet, its head excluded. */
  packetBytes: number
  packetBurst: number
  packetsPerSecond: number
  byteBurst: number
  bytesPerSecond: number
  /** Messages that all connections together bring in one turn of the event loop. */
  workPerTurn: number
  /** Messages of QoS 2 of one client that wait for their release. */
  unreleased: number
  /** Bytes of ours that a client has not read. */
  unreadBytes: number
  /** Messages of devices that are not taken, of one connection. */
  refusals: number
  /** Bytes of the newest messages of all devices. */
  packetLogBytes: number
}

export const MQTT_LIMITS: MqttLimits = {
  connections: 20_000,
  connectWithinMs: 30_000,
  silentMs: 300_000,
  devicesPerConnection: 64,
  packetBytes: 65_536,
  packetBurst: 3000,
  packetsPerSecond: 100,
  byteBurst: 2_097_152,
  bytesPerSecond: 131_072,
  workPerTurn: 100,
  unreleased: 20,
  unreadBytes: 262_144,
  refusals: 3,
  packetLogBytes: 4 * 1024 * 1024,
}

/** Why a connection was ended from our side. */
export type MqttCutReason = CommonCutReason
