/** One RTSP connection: requests in order, one at a time; it ends with its session's stream. */
import type { Socket } from 'node:net'
import type { CommonCutReason } from '../../sockets/end-socket.ts'
import { endSocket } from '../../sockets/end-socket.ts'
import type { WireConnection } from '../../sockets/open-wire-listener.ts'
import { type InterleavedPacket, writeReply } from '../../wire/rtsp/rtsp-message.ts'
import { createRtspReader, type RtspItem } from '../../wire/rtsp/rtsp-reader.ts'
import type { UnsentBytes } from '../unsent-bytes.ts'
import type { RtspContext } from './rtsp-context.ts'
import { createRtspRequests, SESSION_TIMEOUT_S } from './rtsp-requests.ts'
import type { ViewerTransport } from './rtsp-viewer.ts'

export type RtspConnection = WireConnection & {
  /** A report came over UDP from this address and port. */
  heard(address: string, port: number): void
  /** A packet came over UDP from this address and port. */
  packet(bytes: Uint8Array, address: string, port: number): void
  isPlaying(): boolean
}

export type RtspCut = CommonCutReason | 'ended'

/** A request whose rest does not come. */
const UNFINISHED_MS = 10_000
/**
 * Requests that wait while one is answered: who sends more does not listen to the answers. And packets that wait behind
 * them: more are left out.
 */
const WAITING_MOST = 64

export function createRtspConnection(
  socket: Socket,
  deps: {
    context: RtspContext
    unsent: UnsentBytes
    onEnd(connection: RtspConnection): void
    onCut(reason: RtspCut, detail?: string): void
    counted(bytesIn: number, bytesOut: number): void
    asked(isRefused: boolean): void
  },
): RtspConnection {
  const { context } = deps
  const { host } = context
  const reader = createRtspReader()
  const address = socket.remoteAddress ?? ''
  const waiting: RtspItem[] = []
  let isAnswering = false
  let isCut = false
  let heardMs = host.now()
  let unfinishedMs: number | undefined

  const sent = deps.unsent.open(address, socket, () => socket.writableLength)
  const write = (chunk: Uint8Array | string): void => {
    if (isCut || !socket.writable) return
    socket.write(chunk)
    sent(chunk.length)
    deps.counted(0, chunk.length)
  }
  const cut = (reason: RtspCut, detail?: string): void => {
    if (isCut) return
    requests.end()
    isCut = true
    deps.onCut(reason, detail)
    endSocket(socket, reason === 'ended' ? 'replaced' : reason, host, () => undefined)
  }
  const requests = createRtspRequests(context, {
    address,
    localAddress: socket.localAddress ?? '127.0.0.1',
    write,
    bufferedBytes: () => socket.writableLength,
    close: () => cut('ended'),
  })

  /** The back channel, once the session plays. */
  const backOf = <Kind extends 'tcp' | 'udp'>(kind: Kind) => {
    const session = requests.session()
    const { transport, channel } = (session?.isPlaying() && session.back) || {}
    return transport?.kind === kind && channel
      ? { transport: transport as Extract<ViewerTransport, { kind: Kind }>, channel }
      : undefined
  }

  /** Reports of receivers, and sound for tracks that nobody set up, are signs of life. */
  const takePacket = ({ channel, data }: InterleavedPacket): void => {
    const back = backOf('tcp')
    if (back?.transport.channels[0] !== channel) return
    try {
      back.channel.packet(data)
    } catch (error) {
      cut('fault', String(error))
    }
  }
  const take = async (item: RtspItem): Promise<void> => {
    if (item.kind === 'interleaved') {
      takePacket(item)
      return
    }
    if (item.kind === 'problem') {
      write(writeReply({ status: item.status }, undefined))
      cut('badFrames', item.message)
      return
    }
    const reply = await requests.answer(item)
    deps.asked(reply.status >= 400)
    const cseq = item.headers.get('cseq')
    write(writeReply(reply, /^\d{1,10}$/.test(cseq ?? '') ? cseq : undefined))
  }
  const answer = async (): Promise<void> => {
    if (isAnswering) return
    isAnswering = true
    try {
      for (let item = waiting.shift(); item && !isCut; item = waiting.shift()) await take(item)
    } catch (error) {
      cut('fault', String(error))
    }
    isAnswering = false
  }

  const packetsWaiting = (): number => waiting.filter(({ kind }) => kind === 'interleaved').length

  socket.on('data', (chunk) => {
    if (isCut) return
    heardMs = host.now()
    deps.counted(chunk.length, 0)
    reader.feed(chunk)
    let isWhole = false
    for (let item = reader.next(); item; item = reader.next()) {
      isWhole = true
      if (item.kind !== 'interleaved') waiting.push(item)
      // Of many packets that come at once after a stall none waits for its own turn.
      else if (waiting.length === 0 && !isAnswering) takePacket(item)
      else if (packetsWaiting() < WAITING_MOST) waiting.push(item)
    }
    if (reader.pending === 0) unfinishedMs = undefined
    else if (isWhole || unfinishedMs === undefined) unfinishedMs = heardMs
    if (waiting.length - packetsWaiting() > WAITING_MOST) cut('flood')
    else void answer()
  })
  socket.on('error', () => socket.destroy())
  socket.on('close', () => {
    requests.end()
    isCut = true
    deps.onEnd(connection)
  })

  /** Over TCP what is sent tells whether the client is there; over UDP only what it says. */
  const isQuietAllowed = (): boolean => {
    const session = requests.session()
    return (
      (session?.isPlaying() ?? false) && [...session!.transports.values()].every((one) => one.kind === 'tcp')
    )
  }

  const connection: RtspConnection = {
    review(nowMs) {
      requests.session()?.review(nowMs)
      if (unfinishedMs !== undefined && nowMs - unfinishedMs > UNFINISHED_MS) cut('silent')
      else if (nowMs - heardMs > SESSION_TIMEOUT_S * 1000 && !isQuietAllowed()) cut('silent')
    },
    heard(from, port) {
      const transports = [...(requests.session()?.transports.values() ?? [])]
      if (from === address && transports.some((one) => one.kind === 'udp' && one.ports[1] === port))
        heardMs = host.now()
    },
    packet(bytes, from, port) {
      const back = from === address ? backOf('udp') : undefined
      if (back?.transport.ports[0] !== port) return
      heardMs = host.now()
      back.channel.packet(bytes)
    },
    isPlaying: () => requests.session()?.isPlaying() ?? false,
    cut,
  }
  return connection
}
