import type { IncomingMessage } from 'node:http'
import { CHANNEL_PATH, CHANNEL_TICK_MS } from '@backlot/contract/channel/frames'
import type { ClockState } from '@backlot/contract/session/entities'
import type { PlatformTrouble } from '@backlot/contract/troubles'
import type { Logger } from 'pino'
import type { Caller } from '../calls/route.ts'
import type { SessionPort } from '../calls/session-port.ts'
import type { UpgradeHandler } from '../calls/upgrade-handler.ts'
import type { ChannelFaults } from '../faults/channel-faults.ts'
import { FrameLine } from '../faults/frame-line.ts'
import type { Directory } from '../fleet/directory.ts'
import type { HostClock, PlatformClock } from '../kernel/clock.ts'
import { WorkBudget } from '../kernel/work-budget.ts'
import { SPAN_KIND, type Tracer } from '../telemetry/tracer.ts'
import type { AlarmFeed } from './alarm-feed.ts'
import { Audience } from './audience.ts'
import type { ChannelCall } from './channel-call.ts'
import type { ChannelMetrics } from './channel-metrics.ts'
import { ChannelPace, type Pace } from './channel-pace.ts'
import { ConsoleLink } from './console-link.ts'
import type { ConsoleSession } from './console-session.ts'
import { type EdgePorts, type Edges, serveEdges } from './edges/serve-edges.ts'
import { encodeMessage } from './frame-codec.ts'
import type { HubContext } from './hub-context.ts'
import type { Outbox } from './outbox.ts'
import { FRAMES_A_TURN } from './read-frames.ts'
import { type ConsoleFrames, receiveFrames, type ServedLink } from './receive-frames.ts'
import { sendTick } from './send-tick.ts'
import { serveSocket } from './serve-socket.ts'
import { createSocketServer } from './socket-server.ts'
import type { Subscription } from './subscription.ts'
import { renewRights, tellAccounts } from './tell-accounts.ts'
import { tellBacklogs, tellMoved } from './tell-backlogs.ts'
import type { TickEvents } from './tick-events.ts'
import { TurnBudget } from './turn-budget.ts'
import { WaitingRoom } from './waiting-room.ts'

export type HubDeps = {
  boot: string
  log: Logger
  directory: Directory
  sessions: SessionPort
  alarms: AlarmFeed
  outbox: Outbox
  platformClock: PlatformClock
  hostClock: HostClock
  metrics: ChannelMetrics
  /** Present when tracing is on. */
  tracer?: Tracer | undefined
  call: ChannelCall
  /** Faults of frames; none in tests. */
  faults?: ChannelFaults
  /** Transforms every outgoing text. */
  reform?: ((text: string) => string) | undefined
  /** A console has signed in. */
  onSignIn?(): void
  /** The socket of a console that was signed in has closed. */
  onLeave?(sessionId: string): void
  /** Error of the announced time; omitted: it is right. */
  timeOffMs?(): number
  /** Problems of the platform itself; omitted: never any. */
  troubles?(): readonly PlatformTrouble[]
  /** Where consoles on edges get their frames; omitted: there are none. */
  edges?: EdgePorts | undefined
}

export type Hub = AsyncDisposable & {
  takeUpgrade: UpgradeHandler
  /** Consoles of edges; undefined without them. */
  edges: Edges | undefined
  clientCount(): number
  /** Sockets, signed in or not. */
  connectionCount(): number
  /** Bytes waiting for slow consoles. */
  backlogBytes(): number
  /** Cuts the consoles of an account (undefined: all) and refuses new ones for a time. Answers the number cut. */
  cut(loginName: string | undefined, refuseForMs: number): number
  /** Closes all consoles, which come back at once: the platform is being set back to a snapshot. */
  sendBack(): void
  /** Sends the collected messages now rather than at the next tick. */
  flush(): void
}

const BEAT_MS = 15_000
const SESSION_CHECK_MS = 1000
/** Pieces of snapshots that are written in one tick: some milliseconds of work. */
const PIECES_A_TICK = 10

/** The real-time channel: consoles, their messages, one batch per tick and audience. */
export function createHub(deps: HubDeps): Hub {
  const { directory, hostClock, platformClock, sessions, outbox, metrics } = deps
  const server = createSocketServer()
  const budget = new TurnBudget()
  const ingest = new WorkBudget(FRAMES_A_TURN)
  const channelPace = new ChannelPace()
  const links = new Set<ConsoleLink>()
  const waiting = new WaitingRoom<ConsoleLink>()
  const consoles = new Set<ConsoleSession>()
  let audiences = new Map<string, Audience>()
  let audiencesOfTree = -1
  let publishedCursor = 0
  let refuseUntilMs = 0
  let refusedLogin: string | undefined

  const timeOffMs = deps.timeOffMs ?? (() => 0)
  const troubles = (): PlatformTrouble[] => [...(deps.troubles?.() ?? [])]
  const clock = (): ClockState => ({
    nowMs: platformClock.now() + timeOffMs(),
    rate: platformClock.rate(),
    epoch: platformClock.epoch(),
    zoneMinutes: platformClock.zoneMinutes,
  })
  const context: HubContext = {
    directory,
    alarms: deps.alarms,
    hostClock,
    reform: deps.reform,
    publishedCursor: () => publishedCursor,
    head: () => ({ boot: deps.boot, epoch: platformClock.epoch(), at: hostClock.now() + timeOffMs() }),
    audienceFor(key: string, caller: Caller, subscriptions: readonly Subscription[]) {
      if (audiencesOfTree !== directory.treeVersion()) {
        audiences = new Map()
        audiencesOfTree = directory.treeVersion()
      }
      const known = audiences.get(key)
      if (known) return known
      const made = new Audience(directory, key, caller, subscriptions, hostClock.now())
      audiences.set(key, made)
      return made
    },
  }
  const isRefused = (loginName?: string) =>
    hostClock.now() < refuseUntilMs && (refusedLogin === undefined || refusedLogin === loginName)

  const sendBatches = (pace: Pace, events: TickEvents) => {
    // Subscriptions made since the last batch are live from this one on.
    for (const session of consoles) session.beginTick()
    publishedCursor = Math.max(publishedCursor, events.alarms.at(-1)?.alarm.cursor ?? 0)
    const everybody: string[] = []
    if (events.clockChanged) everybody.push(encodeMessage({ type: 'clock', clock: clock() }))
    if (events.troublesChanged) everybody.push(encodeMessage({ type: 'troubles', list: troubles() }))
    const beganMs = performance.now()
    // Before the change itself: with that, a console has everything up to the change.
    tellMoved(context, consoles, events)
    const sent = sendTick({ context, consoles, events, pace, everybody, metrics, shared: edges?.shared })
    edges?.shared.endTick()
    if (sent > 0) {
      deps.tracer?.tell('channel.publish', SPAN_KIND.producer, performance.now() - beganMs, {
        'backlot.consoles': sent,
        'backlot.alarms': events.alarms.length,
        'backlot.status': events.status.length,
        'backlot.positions': events.gps.length + events.moved.size,
      })
    }
  }
  const sendPersonal = ({ direct, notices }: Pick<TickEvents, 'direct' | 'notices'>) => {
    for (const { sessionId, message } of direct) {
      for (const session of consoles) {
        if (session.sessionId === sessionId) session.sendBatch([encodeMessage(message)])
      }
    }
    tellAccounts(consoles, sessions, notices)
  }
  const flush = () => {
    const pace = channelPace.tick(hostClock.now(), {
      consoles: Math.max(links.size, edges?.consolesOfAWriter() ?? 0),
      isBacked: budget.isBacked || (edges?.isBacked() ?? false),
    })
    const events = pace.isDue ? outbox.drain(hostClock.now()) : undefined
    if (events) sendBatches(pace, events)
    sendPersonal(events ?? outbox.drainPersonal())
    for (const { backlog } of consoles) backlog.published(publishedCursor)
    tellBacklogs(context, consoles, pace)
    let left = PIECES_A_TICK
    for (const session of consoles) {
      left -= session.pump(left)
      if (left <= 0) break
    }
  }
  /** Audiences that nobody has any longer. */
  const forgetAudiences = () => {
    const used = new Set([...consoles].map((session) => session.audience().key))
    for (const key of audiences.keys()) if (!used.has(key)) audiences.delete(key)
  }

  const stops = [
    hostClock.every(CHANNEL_TICK_MS, flush),
    hostClock.every(BEAT_MS, () => {
      for (const link of links) link.beat()
    }),
    hostClock.every(SESSION_CHECK_MS, () => {
      // A notice that waits for the tick gives a better reason why a session is gone (its account was deleted, say).
      flush()
      for (const session of consoles) renewRights(session, sessions)
      forgetAudiences()
    }),
    platformClock.onChange(() => outbox.clockChanged()),
  ]

  const open = (link: ServedLink, request: IncomingMessage): ConsoleFrames =>
    receiveFrames({
      ...deps,
      link,
      context,
      clock,
      troubles,
      isRefused,
      request,
      enter(session) {
        consoles.add(session)
        deps.onSignIn?.()
      },
      leave(session) {
        consoles.delete(session)
        deps.onLeave?.(session.sessionId)
      },
    })
  const edges =
    deps.edges &&
    serveEdges(deps.edges, {
      ...deps,
      ingest,
      faults: deps.faults,
      reform: deps.reform,
      open,
    })

  return {
    edges,
    takeUpgrade(request, socket, head) {
      const path = (request.url ?? '').split('?')[0]
      if (path !== CHANNEL_PATH) return false
      server.handleUpgrade(request, socket, head, (webSocket) => {
        const line = deps.faults && new FrameLine(deps.faults, hostClock)
        const link = new ConsoleLink(webSocket, socket, metrics, budget, line)
        link.reform = deps.reform
        links.add(link)
        const frames = open(link, request)
        const stopServing = serveSocket(webSocket, link, frames, { hostClock, ingest, metrics, waiting })
        webSocket.on('close', () => {
          links.delete(link)
          stopServing()
          frames.gone()
        })
      })
      return true
    },
    clientCount: () => consoles.size,
    connectionCount: () => links.size,
    backlogBytes: () =>
      [...links].reduce((sum, { waitingBytes }) => sum + waitingBytes, 0) +
      [...(edges?.list() ?? [])].reduce((sum, edge) => sum + edge.waitingBytes(), 0),
    cut(loginName, refuseForMs) {
      refuseUntilMs = hostClock.now() + refuseForMs
      refusedLogin = loginName
      const cut = [...consoles].filter(
        (session) => loginName === undefined || session.caller.loginName === loginName,
      )
      for (const session of cut) session.link.cut()
      return cut.length
    },
    sendBack() {
      for (const link of links) link.close('restored', 'The platform was set back to a snapshot.')
    },
    flush,
    async [Symbol.asyncDispose]() {
      for (const stop of stops) stop()
      flush()
      for (const link of links) link.close('shutdown', 'The platform stops.')
      server.close()
    },
  }
}
