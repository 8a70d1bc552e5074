/** The platform's listener for HJ 212: any station of 2005, 2017 or 2025 over TCP. */

import { WorkBudget } from '../../kernel/work-budget.ts'
import { openWireListener, type WireListener } from '../../sockets/open-wire-listener.ts'
import type { SocketTap } from '../../sockets/socket-tap.ts'
import { FIELD_UNITS, type UnitRules } from '../../wire/hj212/units.ts'
import { wireQn } from '../../wire/hj212/wire-time.ts'
import type { ParameterItem } from '../../wire/hj212/write-packet.ts'
import type { ReceivedPacket } from '../ingest.ts'
import { PacketLog } from '../packet-log.ts'
import { AlarmEvents } from './alarm-event.ts'
import type { GatewayContext } from './gateway-context.ts'
import { createHj212Counters, type Hj212Counters } from './gateway-counters.ts'
import { type CutReason, HJ212_LIMITS, type Hj212Limits } from './gateway-limits.ts'
import { StationConnection, type StationContext } from './station-connection.ts'
import { type StationAnswer, StationRequestError } from './station-requests.ts'
import type { StationStatus } from './station-session.ts'

export type Hj212Gateway = WireListener & {
  /** Stations that are here. */
  stations(): StationStatus[]
  isHere(sn: string): boolean
  /** Ends a station's connection, if there is one, and forgets its packets and alarms. */
  drop(sn: string): void
  /** Raw packets of a station, newest first, as far as they are still there. */
  packetsOf(sn: string): ReceivedPacket[]
  counters: Hj212Counters
  /**
   * Sends a request (CN and its parameters) to a station and waits for the end of its execution: 10 s for each answer,
   * three resends. Rejects with a StationRequestError. A password that it set holds from then on.
   */
  request(sn: string, cn: string, items?: readonly ParameterItem[]): Promise<StationAnswer>
}

export type Hj212GatewayDeps = Pick<GatewayContext, 'ingest' | 'hostClock' | 'platformClock' | 'log'> & {
  host: string
  port: number
  limits?: Partial<Hj212Limits>
  tap?: SocketTap | undefined
  /** In which units a station reports; left out: those of the field. */
  unitsOf?(sn: string): UnitRules
}

/** A whole fleet may come back at once. */
const BACKLOG = 4096
const PACKETS_SHOWN = 100

/** Listens; rejects with the system's error when the port cannot be had. */
export async function createHj212Gateway(deps: Hj212GatewayDeps): Promise<Hj212Gateway> {
  const { host, port, limits, unitsOf, tap, ...given } = deps
  let lastQnMs = 0
  const allLimits = { ...HJ212_LIMITS, ...limits }
  const context: StationContext = {
    ...given,
    limits: allLimits,
    packets: new PacketLog(allLimits.packetLogBytes),
    unitsOf: unitsOf ?? (() => FIELD_UNITS),
    counters: createHj212Counters(),
    pieces: { left: allLimits.splitBytes },
    work: new WorkBudget(allLimits.workPerTurn),
    events: new AlarmEvents(given.ingest.openAlarm),
    sessions: new Map(),
    newQn() {
      lastQnMs = Math.max(lastQnMs + 1, Math.floor(given.hostClock.now()))
      return wireQn(lastQnMs)
    },
  }
  const { counters } = context
  const drop = (sn: string) => {
    const session = context.sessions.get(sn)
    session?.line.drop(session)
    context.packets.forget(sn)
    context.events.forget(sn)
  }
  context.ingest.onGivenUp(drop)
  const listener = await openWireListener<StationConnection, CutReason>(
    {
      name: 'HJ 212',
      wire: 'hj212',
      tap,
      host,
      port,
      backlog: BACKLOG,
      most: context.limits.connections,
      counters,
      hostClock: context.hostClock,
      log: context.log,
    },
    (socket, onEnd) => new StationConnection(context, socket, onEnd),
  )
  return {
    ...listener,
    stations: () => [...context.sessions.values()].map((session) => session.status()),
    isHere: (sn) => context.sessions.has(sn),
    drop,
    packetsOf: (sn) => context.packets.of(sn, PACKETS_SHOWN),
    counters,
    async request(sn, cn, items = []) {
      const session = context.sessions.get(sn)
      counters.requests++
      if (!session) {
        counters.requestsFailed++
        throw new StationRequestError('offline', `The station ${sn} is not connected.`)
      }
      const answer = await session.request(cn, items)
      const password = items.flat().find(([name]) => name === 'NewPW')?.[1]
      if (cn === '1072' && password !== undefined) context.ingest.setWirePassword(sn, String(password))
      return answer
    },
  }
}
