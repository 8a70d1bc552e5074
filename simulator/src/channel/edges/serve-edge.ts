/** The link of an edge at the core: its consoles are consoles of the channel, whose sockets are elsewhere. */
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import { noteSender } from '../../calls/client-address.ts'
import type { LinkPeer } from '../../cluster/core-port.ts'
import type { ChannelFaults } from '../../faults/channel-faults.ts'
import { FrameLine } from '../../faults/frame-line.ts'
import type { HostClock } from '../../kernel/clock.ts'
import type { WorkBudget } from '../../kernel/work-budget.ts'
import type { ChannelMetrics } from '../channel-metrics.ts'
import { readFrames } from '../read-frames.ts'
import type { ConsoleFrames, ServedLink } from '../receive-frames.ts'
import { type EdgeMessage, LinkFault, readEdgeMessage, writeCoreMessage } from './link-messages.ts'
import { RemoteLink } from './remote-link.ts'
import type { FrameReader, SharedFrames, SharedStream } from './shared-frames.ts'

export type ServeEdgeDeps = {
  boot: string
  shared: SharedFrames
  hostClock: HostClock
  /** Budget for frames of all consoles together in a turn. */
  ingest: WorkBudget
  metrics: ChannelMetrics
  faults: ChannelFaults | undefined
  reform: ((text: string) => string) | undefined
  /** A console comes. */
  open(link: ServedLink, request: IncomingMessage): ConsoleFrames
  /** Whose live stream a token opens, if it opens one. */
  mayWatch(path: string, token: string): { status: number; owner: string }
  onFault(error: LinkFault): void
}

export type ServedEdge = FrameReader & {
  peer: LinkPeer
  consoles(): number
  /** Whether it has more to write than a turn allows. */
  isBacked: boolean
  /** Bytes of frames for its consoles that it has not written yet. */
  waitingBytes(): number
  viewersEnd(owner: string, reason: 'revoked' | 'stopped', path: string | undefined): void
}

/** Bytes that may wait in the link: past that the edge does not read, and is cut. */
const LINK_MAX_WAITING_BYTES = 64 * 1024 * 1024

type Remote = { link: RemoteLink; frames: ConsoleFrames }

/** Serves it until its socket closes. `onEnd`: it has. */
export function serveEdge(
  socket: WebSocket,
  peer: LinkPeer,
  deps: ServeEdgeDeps,
  onEnd: (edge: ServedEdge) => void,
): ServedEdge {
  const consoles = new Map<number, Remote>()
  const seats = new Map<SharedStream, number>()
  const send = (message: Buffer): void => {
    if (socket.bufferedAmount > LINK_MAX_WAITING_BYTES) socket.terminate()
    else socket.send(message)
  }
  const edge: ServedEdge = {
    peer,
    consoles: () => consoles.size,
    seatsIn: (stream) => seats.get(stream) ?? 0,
    isWithoutRedis: false,
    isBacked: false,
    waitingBytes: () => [...consoles.values()].reduce((sum, { link }) => sum + link.waitingBytes, 0),
    send,
    viewersEnd: (owner, reason, path) =>
      send(
        writeCoreMessage({
          type: 'viewersEnd',
          viewers: { owner, reason, ...(path === undefined ? {} : { path }) },
        }),
      ),
  }
  const seated = (stream: SharedStream, by: 1 | -1): void => {
    const left = (seats.get(stream) ?? 0) + by
    if (left > 0) seats.set(stream, left)
    else seats.delete(stream)
  }
  const open = (console: number, { address, language }: (EdgeMessage & { type: 'opened' })['who']): void => {
    if (consoles.has(console)) throw new LinkFault(`console ${console} is there already`)
    const link = new RemoteLink({
      console,
      shared: deps.shared,
      reform: deps.reform,
      line: deps.faults && new FrameLine(deps.faults, deps.hostClock),
      send,
      seated,
      onEnd() {
        consoles.get(console)?.frames.gone()
        consoles.delete(console)
      },
      onTooSlow: () => deps.metrics.dropped('tooSlow'),
    })
    consoles.set(console, { link, frames: deps.open(link, requestOf(address, language)) })
  }
  const take = (message: EdgeMessage): void => {
    switch (message.type) {
      case 'opened':
        open(message.console, message.who)
        break
      case 'frame':
        consoles.get(message.console)?.frames.take(message.text, false)
        break
      case 'gone':
        consoles.get(message.console)?.link.gone()
        break
      case 'taken':
        for (const { console, bytes } of message.consoles) consoles.get(console)?.link.taken(bytes)
        break
      case 'need':
        deps.shared.sendFrom(edge, message.tick)
        break
      case 'reads':
        edge.isWithoutRedis = false
        break
      case 'backed':
        edge.isBacked = message.isBacked
        break
      case 'mayWatch': {
        const { path, token } = message.stream
        send(writeCoreMessage({ type: 'watch', ask: message.ask, ...deps.mayWatch(path, token) }))
      }
    }
  }
  send(writeCoreMessage({ type: 'hello', boot: deps.boot }))
  const stopReading = readFrames(socket, {
    hostClock: deps.hostClock,
    budget: deps.ingest,
    // Its consoles have their own.
    rate: undefined,
    received: () => {},
    take(data) {
      try {
        take(readEdgeMessage(data as Buffer))
      } catch (error) {
        if (!(error instanceof LinkFault)) throw error
        deps.onFault(error)
        socket.terminate()
      }
    },
  })
  socket.on('close', () => {
    stopReading()
    for (const { link } of [...consoles.values()]) link.gone()
    onEnd(edge)
  })
  return edge
}

/** What calls over the channel know of the request that opened it: its address and language. */
function requestOf(address: string, language: string | undefined): IncomingMessage {
  const request = new IncomingMessage(new Socket())
  if (language !== undefined) request.headers['accept-language'] = language
  noteSender(request, address)
  return request
}
