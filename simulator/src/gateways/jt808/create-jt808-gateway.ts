/** The platform's listener for JT/T 808: any terminal of 2013 or 2019 over TCP. */
import { randomBytes } from 'node:crypto'
import { WorkBudget } from '../../kernel/work-budget.ts'
import { openWireListener, type WireListener } from '../../sockets/open-wire-listener.ts'
import type { SocketTap } from '../../sockets/socket-tap.ts'
import type { Jt808Message } from '../../wire/jt808/message.ts'
import { AlarmEdges } from './alarm-edges.ts'
import type { GatewayContext } from './gateway-context.ts'
import { createJt808Counters, type Jt808Counters } from './gateway-counters.ts'
import { type CutReason, JT808_LIMITS, type Jt808Limits } from './gateway-limits.ts'
import { SentAgain } from './sent-again.ts'
import { TerminalConnection } from './terminal-connection.ts'
import { bareNumber } from './terminal-repository.ts'
import { type TerminalAnswer, TerminalRequestError } from './terminal-requests.ts'
import type { TerminalContext, TerminalEnds, TerminalStatus } from './terminal-session.ts'

export type Jt808Gateway = WireListener & {
  terminals(): TerminalStatus[]
  /** One that is here. */
  terminal(sn: string): TerminalStatus | undefined
  /** Both ends of the connection of one that is here. */
  endsOf(sn: string): TerminalEnds | undefined
  /** Ends a terminal's connection, if there is one, and discards its set alarm bits. */
  drop(sn: string): void
  counters: Jt808Counters
  /** Sends a request to a terminal that is here. Rejects with a TerminalRequestError. */
  request(sn: string, message: Exclude<Jt808Message, { kind: 'unknown' }>): Promise<TerminalAnswer>
}

export type Jt808GatewayDeps = Pick<
  GatewayContext,
  | 'ingest'
  | 'repository'
  | 'isKnown'
  | 'plateOwner'
  | 'extrasOf'
  | 'onEntered'
  | 'hostClock'
  | 'platformClock'
  | 'log'
> & { host: string; port: number; limits?: Partial<Jt808Limits>; tap?: SocketTap | undefined }

/** Listens; rejects with the system's error when the port cannot be had. */
export async function createJt808Gateway(deps: Jt808GatewayDeps): Promise<Jt808Gateway> {
  const { host, port, limits, tap, ...given } = deps
  const allLimits = { ...JT808_LIMITS, ...limits }
  const context: TerminalContext = {
    ...given,
    limits: allLimits,
    counters: createJt808Counters(),
    edges: new AlarmEdges(),
    sentAgain: new SentAgain(),
    work: new WorkBudget(allLimits.workPerTurn),
    splitPool: { left: allLimits.splitBytes },
    sessions: new Map(),
    newAuthCode: () => randomBytes(6).toString('hex'),
  }
  const { counters } = context
  const listener = await openWireListener<TerminalConnection, CutReason>(
    {
      name: 'JT/T 808',
      wire: 'jt808',
      tap,
      host,
      port,
      most: context.limits.connections,
      counters,
      hostClock: context.hostClock,
      log: context.log,
    },
    (socket, onEnd) => new TerminalConnection(context, socket, onEnd),
  )
  const drop = (sn: string) => {
    context.sessions.get(sn)?.drop()
    context.edges.forget(sn)
  }
  context.ingest.onGivenUp((sn) => {
    drop(sn)
    context.repository.remove(bareNumber(sn)).catch((error: unknown) => {
      context.log.error({ err: error, sn }, 'a terminal that gave up its place could not be unregistered')
    })
  })
  const stopJumps = context.platformClock.onChange(({ kind }) => {
    if (kind !== 'jump') return
    context.edges.forgetAll()
    context.sentAgain.forgetAll()
  })
  return {
    ...listener,
    async [Symbol.asyncDispose]() {
      stopJumps()
      await listener[Symbol.asyncDispose]()
    },
    terminals: () => [...context.sessions.values()].map((session) => session.status()),
    terminal: (sn) => context.sessions.get(sn)?.status(),
    endsOf: (sn) => context.sessions.get(sn)?.ends(),
    drop,
    counters,
    async request(sn, message) {
      const session = context.sessions.get(sn)
      counters.requests++
      try {
        if (!session) throw new TerminalRequestError('offline', `The terminal ${sn} is not connected.`)
        return await session.request(message)
      } catch (error) {
        counters.requestsFailed++
        throw error
      }
    },
  }
}
