import type { Logger } from 'pino'
import type { HostClock, PlatformClock } from '../../kernel/clock.ts'
import type { WorkBudget } from '../../kernel/work-budget.ts'
import { type ConnectionCounters, createConnectionCounters } from '../../sockets/connection-counters.ts'
import type { MqttMapping } from '../../wire/mqtt/mqtt-mapping.ts'
import type { MessageProblem } from '../../wire/mqtt/read-message.ts'
import type { ConnectedDevice } from '../connected-device.ts'
import type { DeviceIngest, RefusalReason } from '../ingest.ts'
import type { PacketLog } from '../packet-log.ts'
import type { StateAlarms } from '../state-alarms.ts'
import type { MqttCutReason, MqttLimits } from './mqtt-limits.ts'

/** topic: no topic of the mapping; protocol: what the broker could not read or does not allow. */
export type MqttProblem = MessageProblem | 'topic' | 'protocol'

/** Counters of the gateway since its start. */
export type MqttCounters = ConnectionCounters<MqttCutReason> & {
  packetsIn: number
  messages: number
  readings: number
  lateReadings: number
  positions: number
  implausibleTimes: number
  problems: Map<MqttProblem, number>
  refusals: Map<RefusalReason, number>
}

export const createMqttCounters = (): MqttCounters => ({
  ...createConnectionCounters(),
  packetsIn: 0,
  messages: 0,
  readings: 0,
  lateReadings: 0,
  positions: 0,
  implausibleTimes: 0,
  problems: new Map(),
  refusals: new Map(),
})

/** Shared parts of all connections of the gateway. */
export type MqttContext = {
  ingest: DeviceIngest
  hostClock: HostClock
  platformClock: PlatformClock
  log: Logger
  limits: MqttLimits
  mapping: MqttMapping
  counters: MqttCounters
  packets: PacketLog
  alarms: StateAlarms
  work: WorkBudget
  /** Which session speaks for a device. */
  devices: Map<string, DeviceHolder>
}

/** A session that speaks for devices. */
export type DeviceHolder = {
  /** address:port of its end. */
  remote: string
  list(): (ConnectedDevice & { isOnline: boolean })[]
  /** The device is removed from the platform. */
  drop(sn: string): void
  /** Another session speaks for the device now. */
  release(sn: string): void
}
