import type { Logger } from 'pino'
import type { WireTransform } from '../fleet/uplinks/uplink.ts'
import type { HostClock } from '../kernel/clock.ts'
import type { WorkBudget } from '../kernel/work-budget.ts'
import type { ConnectionCounters } from '../sockets/connection-counters.ts'
import type { CommonCutReason } from '../sockets/end-socket.ts'
import type { ModbusUnit } from './modbus-unit.ts'

/** Limits of one connection, and of all. */
export type ModbusLimits = {
  connections: number
  silentMs: number
  requestBurst: number
  requestsPerSecond: number
  /** Requests of one connection that wait for the answers before them. */
  waiting: number
  /** Requests that all connections together bring in one turn of the event loop. */
  workPerTurn: number
  unreadBytes: number
}

/** exception: requests that were answered with one; frame: bytes that are no Modbus TCP. */
export type ModbusProblem = 'exception' | 'frame'
export type ModbusCounters = ConnectionCounters<CommonCutReason> & {
  writes: number
  problems: Map<ModbusProblem, number>
}

export type ModbusContext = {
  hostClock: HostClock
  log: Logger
  limits: ModbusLimits
  counters: ModbusCounters
  work: WorkBudget
  /** The controller with a unit number. */
  unitOf(unit: number): ModbusUnit | undefined
  /** What faults do to an answer of a controller; left out: nothing. */
  transformOf?: ((sn: string) => WireTransform | undefined) | undefined
}
