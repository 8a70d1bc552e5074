/** Cameras' own RTSP server: every channel's streams at one port (docs/wires.md). */
import { randomBytes } from 'node:crypto'
import type { HostClock } from '../../kernel/clock.ts'
import {
  type ConnectionCounters,
  countIn,
  createConnectionCounters,
} from '../../sockets/connection-counters.ts'
import { cutLogLevel } from '../../sockets/end-socket.ts'
import { openWireListener } from '../../sockets/open-wire-listener.ts'
import type { SocketTap } from '../../sockets/socket-tap.ts'
import type { Replays } from '../create-replays.ts'
import type { LiveStreams } from '../live-streams.ts'
import type { CameraDirectory, MediaClock, MediaLog, Speakers } from '../media-ports.ts'
import type { Fanout } from '../stream-fanout.ts'
import type { UnsentBytes } from '../unsent-bytes.ts'
import { createRtspConnection, type RtspConnection, type RtspCut } from './rtsp-connection.ts'
import type { RtspContext } from './rtsp-context.ts'
import { createRtspLogin, type RtspAccount } from './rtsp-login.ts'
import { openRtspReplay, type RecordedSpans } from './rtsp-replay.ts'
import { createSharedTracks } from './shared-tracks.ts'
import { openUdpPair, type UdpPair } from './udp-pair.ts'

export type RtspStats = Readonly<ConnectionCounters<RtspCut>> & {
  connections: number
  viewers: number
  /** RTP packets sent. */
  packets: number
  loginFailures: number
}

export type RtspServer = AsyncDisposable & { port: number; stats(): RtspStats }

/** A thousand viewers, and as many that come back while the old connections still end. */
const CONNECTIONS_MOST = 4096
const BACKLOG = 1024

/** The port cannot be had. */
export class RtspPortError extends Error {
  override name = 'RtspPortError'
}

/** Listens; rejects with an RtspPortError when the port cannot be had. */
export async function openRtspServer(
  options: { host: string; port: number; account: RtspAccount },
  deps: {
    live: Pick<LiveStreams, 'open'>
    /** Left out: nothing is recorded. */
    recordings?: { replays: Replays; recorded: RecordedSpans }
    cameras: Pick<CameraDirectory, 'captionAt'>
    clock: MediaClock
    hostClock: HostClock
    log: MediaLog
    unsent: UnsentBytes
    /** Left out: nobody can be spoken to. */
    speakers?: Speakers | undefined
    /** Hears the sockets; left out: nobody does. */
    tap?: SocketTap | undefined
  },
): Promise<RtspServer> {
  const { hostClock, log, clock, recordings } = deps
  const counters = createConnectionCounters<RtspCut>()
  const connections = new Set<RtspConnection>()
  const login = createRtspLogin(options.account)
  const numbers = new WeakMap<Fanout, number>()
  let described = 0
  let packets = 0
  let udp: UdpPair | undefined
  let opening: Promise<UdpPair> | undefined

  const context: RtspContext = {
    open: deps.live.open,
    tracksOf: createSharedTracks(() => randomBytes(4).readUInt32BE()),
    numberOf(fanout) {
      const number = numbers.get(fanout) ?? ++described
      numbers.set(fanout, number)
      return number
    },
    titleOf: ({ sn, chnId }) => deps.cameras.captionAt(sn, chnId, clock.now()).name || `${sn} ${chnId}`,
    openReplay: (name, owner) =>
      recordings
        ? openRtspReplay({ ...recordings, hostClock, platformMs: () => clock.now() }, name, owner)
        : 'none',
    sent(count) {
      packets += count
    },
    speakers: deps.speakers,
    login,
    host: hostClock,
    platformMs: () => clock.now(),
    udp: () => udp,
    async openUdp() {
      opening ??= openUdpPair(
        options.host,
        (bytes, address, port) => {
          for (const connection of connections) connection.packet(bytes, address, port)
        },
        (_bytes, address, port) => {
          for (const connection of connections) connection.heard(address, port)
        },
        deps.tap,
      )
      try {
        udp = await opening
        return udp
      } catch (error) {
        // The next client may find ports.
        opening = undefined
        log.warn({ error: String(error) }, 'no UDP ports for RTSP could be had')
        throw error
      }
    },
  }

  const listener = await openWireListener(
    {
      name: 'RTSP',
      wire: 'rtsp',
      tap: deps.tap,
      host: options.host,
      port: options.port,
      backlog: BACKLOG,
      most: CONNECTIONS_MOST,
      counters,
      hostClock,
      log,
    },
    (socket, onEnd: (connection: RtspConnection) => void) => {
      const address = socket.remoteAddress
      const connection = createRtspConnection(socket, {
        context,
        unsent: deps.unsent,
        onEnd(ended) {
          connections.delete(ended)
          onEnd(ended)
        },
        onCut(reason, detail) {
          countIn(counters.cuts, reason)
          if (reason !== 'ended')
            log[cutLogLevel(reason)]({ address, reason, detail }, 'an RTSP client was cut')
        },
        counted(bytesIn, bytesOut) {
          counters.bytesIn += bytesIn
          counters.bytesOut += bytesOut
        },
        asked(isRefused) {
          counters.requests++
          if (isRefused) counters.requestsFailed++
        },
      })
      connections.add(connection)
      return connection
    },
  ).catch((cause: unknown) => {
    throw new RtspPortError(`port ${options.port}`, { cause })
  })
  const stopReview = hostClock.every(10_000, () => login.review(hostClock.now()))

  return {
    port: listener.port,
    stats: () => ({
      ...counters,
      connections: listener.connections(),
      viewers: [...connections].filter((connection) => connection.isPlaying()).length,
      packets,
      loginFailures: login.failures(),
    }),
    async [Symbol.asyncDispose]() {
      stopReview()
      await listener[Symbol.asyncDispose]()
      await (await opening?.catch(() => undefined))?.[Symbol.asyncDispose]()
    },
  }
}
