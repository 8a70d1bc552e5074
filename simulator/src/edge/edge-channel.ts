/** The consoles of an edge: it ends their sockets, and is for them what the core says over its link. */
import { CHANNEL_PATH, CHANNEL_TICK_MS } from '@backlot/contract/channel/frames'
import { WebSocket } from 'ws'
import { clientAddressOf } from '../calls/client-address.ts'
import { refuseUpgrade, UNAVAILABLE } from '../calls/refuse-upgrade.ts'
import type { UpgradeHandler } from '../calls/upgrade-handler.ts'
import type { ChannelMetrics } from '../channel/channel-metrics.ts'
import { ConsoleLink } from '../channel/console-link.ts'
import {
  type CoreMessage,
  type EdgeMessage,
  LinkFault,
  readCoreMessage,
  writeEdgeMessage,
} from '../channel/edges/link-messages.ts'
import { FRAMES_A_TURN } from '../channel/read-frames.ts'
import { serveSocket } from '../channel/serve-socket.ts'
import { createSocketServer } from '../channel/socket-server.ts'
import { TurnBudget } from '../channel/turn-budget.ts'
import { WaitingRoom } from '../channel/waiting-room.ts'
import type { Cluster } from '../cluster/open-cluster.ts'
import type { HostClock } from '../kernel/clock.ts'
import { WorkBudget } from '../kernel/work-budget.ts'
import { answerPing, type EdgeConsole } from './edge-console.ts'
import { followStreams, type StreamFollower } from './follow-streams.ts'
import { tellTakenBytes } from './taken-bytes.ts'

export type EdgeChannel = {
  takeUpgrade: UpgradeHandler
  /** The link to the core is open. */
  linked(socket: WebSocket): void
  /** It has closed: the core knows none of the consoles any longer. */
  unlinked(): void
  /** Sends consoles away. Resolves when they are gone. */
  sendAway(): Promise<void>
  send(message: EdgeMessage): boolean
  stats(): ChannelStats
}

export type ChannelStats = {
  sockets: number
  consoles: number
  waitingBytes: number
  streams: number
  /** Milliseconds since Redis answered. */
  behindMs: number
  /** Steps that wait for shared frames. */
  depth: number
  /** Consoles that were sent back to resume, by reason. */
  sentBack: ReadonlyMap<SentBack, number>
  /** How often shared frames were asked for over the link. */
  needs: number
}

const SENT_BACK = ['linkLost', 'framesLost', 'stopping'] as const
export type SentBack = (typeof SENT_BACK)[number]

const BEAT_MS = 15_000
/** A look that comes so late found a busy machine; so do so many steps that wait. */
const LATE_MS = CHANNEL_TICK_MS / 2
const LATE_STEPS = 50
const SLICE = 250
/** As much of a console's languages as the link takes. */
const LANGUAGE_MAX = 256
const SLICE_APART_MS = 50

export type EdgeChannelDeps = {
  cluster: Cluster
  hostClock: HostClock
  metrics: ChannelMetrics
  /** Other messages of the core. */
  onMessage(message: CoreMessage): void
}

export function createEdgeChannel(deps: EdgeChannelDeps): EdgeChannel & Disposable {
  const { cluster, hostClock, metrics } = deps
  const server = createSocketServer()
  const budget = new TurnBudget()
  const ingest = new WorkBudget(FRAMES_A_TURN)
  const waiting = new WaitingRoom<ConsoleLink>()
  const consoles = new Map<number, EdgeConsole>()
  const sentBack = new Map<SentBack, number>(SENT_BACK.map((reason) => [reason, 0]))
  let lastId = 0
  let core: WebSocket | undefined
  let follower: StreamFollower | undefined
  let wasBacked = false
  let isLate = false
  let lookedMs = hostClock.now()
  let needs = 0
  let isStopping = false

  const send = (message: EdgeMessage): boolean => {
    if (core?.readyState !== WebSocket.OPEN) return false
    core.send(writeEdgeMessage(message))
    return true
  }
  const comeBack = (reason: SentBack, console: EdgeConsole): void => {
    sentBack.set(reason, (sentBack.get(reason) ?? 0) + 1)
    console.link.close('comeBack', 'Connect again.')
  }

  /** All that are there, a part at a time: they do not come back all at once. */
  const sendBack = async (reason: SentBack): Promise<void> => {
    const all = [...consoles.values()]
    for (let first = 0; first < all.length; first += SLICE) {
      for (const console of all.slice(first, first + SLICE)) comeBack(reason, console)
      await new Promise<void>((resolve) => {
        hostClock.after(SLICE_APART_MS, resolve)
      })
    }
  }
  const taken = tellTakenBytes(hostClock, send)
  const deliver = (stream: number, frame: { frame: Buffer; behind: Buffer | undefined }): void => {
    for (const console of follower?.consolesOf(stream) ?? []) {
      const { link } = console
      link.sendFrame(frame.behind && (isLate || link.isBehind) ? frame.behind : frame.frame)
    }
  }
  /** An edge that does not keep up sends counts, so that what it sends is fresh, and the core fewer alarms in full. */
  const look = (): void => {
    const nowMs = hostClock.now()
    isLate = nowMs - lookedMs > CHANNEL_TICK_MS + LATE_MS || (follower?.order.depth ?? 0) > LATE_STEPS
    lookedMs = nowMs
    const isBacked = isLate || budget.isBacked
    if (isBacked !== wasBacked) send({ type: 'backed', isBacked })
    wasBacked = isBacked
  }
  const take = (message: CoreMessage, streams: StreamFollower): void => {
    switch (message.type) {
      case 'tick':
        streams.order.tick(message.tick, message.streams)
        break
      case 'shared':
        streams.order.arrived(message.stream, message.tick, message)
        break
      case 'lost':
        streams.order.lost(message.tick)
        break
      case 'cut':
        consoles.get(message.console)?.link.cut()
        break
      case 'send':
      case 'seat':
      case 'close':
      case 'signedIn': {
        const console = consoles.get(message.console)
        if (console) streams.order.run(() => apply(message, console))
        break
      }
      default:
        deps.onMessage(message)
    }
  }
  const apply = (
    message: CoreMessage & { type: 'send' | 'seat' | 'close' | 'signedIn' },
    console: EdgeConsole,
  ): void => {
    switch (message.type) {
      case 'send':
        console.link.sendFrame(message.frame)
        taken.sent(console, message.frame.length)
        break
      case 'seat':
        if (console.link.isOpen) follower?.move(console, message.stream, message.tick)
        break
      case 'close':
        console.link.closeWith(message.code, message.reason)
        break
      case 'signedIn':
        console.isSignedIn = true
    }
  }

  const stops = [
    hostClock.every(CHANNEL_TICK_MS, look),
    hostClock.every(BEAT_MS, () => {
      for (const { link } of consoles.values()) link.beat()
    }),
  ]

  return {
    takeUpgrade(request, socket, head) {
      if ((request.url ?? '').split('?')[0] !== CHANNEL_PATH) return false
      if (core?.readyState !== WebSocket.OPEN || isStopping) {
        refuseUpgrade(socket, UNAVAILABLE)
        return true
      }
      server.handleUpgrade(request, socket, head, (webSocket) => {
        const id = ++lastId
        const link = new ConsoleLink(webSocket, socket, metrics, budget)
        const console: EdgeConsole = { id, link, stream: 0, isSignedIn: false, untold: 0 }
        consoles.set(id, console)
        const language = request.headers['accept-language']?.slice(0, LANGUAGE_MAX)
        const who = { address: clientAddressOf(request), ...(language === undefined ? {} : { language }) }
        send({ type: 'opened', console: id, who })
        const takeFrame = (data: unknown, isBinary: boolean) => {
          if (isBinary) {
            metrics.dropped('badFrame')
            link.close(console.isSignedIn ? 'badFrame' : 'signInFirst', 'Frames are text.')
            return
          }
          const text = String(data)
          if (!answerPing(console, text)) send({ type: 'frame', console: id, text })
        }
        const stopServing = serveSocket(
          webSocket,
          link,
          { take: takeFrame },
          { hostClock, ingest, metrics, waiting },
        )
        webSocket.on('close', () => {
          stopServing()
          consoles.delete(id)
          taken.forget(console)
          follower?.move(console, 0, 0)
          send({ type: 'gone', console: id })
        })
      })
      return true
    },
    linked(socket) {
      core = socket
      wasBacked = false
      socket.on('message', (data: Buffer) => {
        if (core !== socket) return
        try {
          const message = readCoreMessage(data)
          if (message.type === 'hello') {
            follower?.[Symbol.dispose]()
            follower = followStreams({
              cluster,
              hostClock,
              boot: message.boot,
              deliver,
              lost: (console) => comeBack('framesLost', console),
              need(tick) {
                needs++
                send({ type: 'need', tick })
              },
              reads: () => send({ type: 'reads' }),
            })
          } else if (follower) take(message, follower)
        } catch (error) {
          if (!(error instanceof LinkFault)) throw error
          cluster.log.error({ err: error }, 'the core sent what is no message')
          socket.terminate()
        }
      })
    },
    unlinked() {
      core = undefined
      follower?.[Symbol.dispose]()
      follower = undefined
      void sendBack('linkLost')
    },
    sendAway() {
      isStopping = true
      return sendBack('stopping')
    },
    send,
    stats: () => ({
      sockets: consoles.size,
      consoles: [...consoles.values()].filter(({ isSignedIn }) => isSignedIn).length,
      waitingBytes: [...consoles.values()].reduce((sum, { link }) => sum + link.waitingBytes, 0),
      streams: follower?.streams() ?? 0,
      behindMs: follower?.behindMs() ?? 0,
      depth: follower?.order.depth ?? 0,
      sentBack,
      needs,
    }),
    [Symbol.dispose]() {
      for (const stop of stops) stop()
      taken[Symbol.dispose]()
      follower?.[Symbol.dispose]()
      for (const { link } of consoles.values()) link.cut()
      server.close()
    },
  }
}
