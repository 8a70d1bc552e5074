/** The controllers of the fleet behind one port: a gateway of Modbus TCP whose unit numbers are the controllers. */

import { WorkBudget } from '../kernel/work-budget.ts'
import { createConnectionCounters } from '../sockets/connection-counters.ts'
import type { CommonCutReason } from '../sockets/end-socket.ts'
import { openWireListener, type WireListener } from '../sockets/open-wire-listener.ts'
import type { SocketTap } from '../sockets/socket-tap.ts'
import { ModbusConnection } from './modbus-connection.ts'
import type { ModbusContext, ModbusCounters, ModbusLimits } from './modbus-context.ts'

const LIMITS: ModbusLimits = {
  connections: 256,
  silentMs: 300_000,
  requestBurst: 2000,
  requestsPerSecond: 200,
  waiting: 64,
  workPerTurn: 50,
  unreadBytes: 65_536,
}

export type ModbusServer = WireListener & {
  counters: ModbusCounters
}

/** Listens; rejects with the system's error when the port cannot be had. */
export async function createModbusServer(
  deps: Pick<ModbusContext, 'hostClock' | 'log' | 'unitOf' | 'transformOf'> & {
    host: string
    port: number
    limits?: Partial<ModbusLimits>
    tap?: SocketTap | undefined
  },
): Promise<ModbusServer> {
  const { host, port, hostClock, log, unitOf, transformOf } = deps
  const limits = { ...LIMITS, ...deps.limits }
  const counters: ModbusCounters = { ...createConnectionCounters(), writes: 0, problems: new Map() }
  const context = {
    hostClock,
    log,
    limits,
    counters,
    unitOf,
    transformOf,
    work: new WorkBudget(limits.workPerTurn),
  }
  const listener = await openWireListener<ModbusConnection, CommonCutReason>(
    {
      name: 'Modbus',
      wire: 'modbus',
      tap: deps.tap,
      host,
      port,
      most: limits.connections,
      counters,
      hostClock,
      log,
    },
    (socket, onEnd) => new ModbusConnection(context, socket, onEnd),
  )
  return { ...listener, counters }
}
