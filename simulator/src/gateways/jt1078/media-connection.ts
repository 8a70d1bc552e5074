/** A terminal's connection for media at the listener. */
import type { Socket } from 'node:net'
import type { HostClock } from '../../kernel/clock.ts'
import { countIn } from '../../sockets/connection-counters.ts'
import { cutLogLevel, endSocket } from '../../sockets/end-socket.ts'
import type { WireConnection } from '../../sockets/open-wire-listener.ts'
import { TokenBucket } from '../../sockets/token-bucket.ts'
import { createRtpReader } from '../../wire/jt1078/rtp-reader.ts'
import type { AskedStreams } from './asked-streams.ts'
import type { Jt1078Counters } from './jt1078-counters.ts'
import type { Jt1078Cut, Jt1078Limits } from './jt1078-limits.ts'
import { createSenderFrames } from './sender-frames.ts'

export type MediaConnectionDeps = {
  asked: AskedStreams
  counters: Jt1078Counters
  limits: Jt1078Limits
  hostClock: HostClock
  log: { debug: LogLine; warn: LogLine; error: LogLine }
}
type LogLine = (fields: object, message: string) => void

/** Address without the prefix that IPv4 has on a socket of IPv6. */
export const bareAddress = (address: string | undefined): string => (address ?? '').replace(/^::ffff:/, '')

export function createMediaConnection(
  socket: Socket,
  deps: MediaConnectionDeps,
  onEnd: (connection: WireConnection) => void,
): WireConnection {
  const { asked, counters, limits, hostClock, log } = deps
  const address = bareAddress(socket.remoteAddress)
  const reader = createRtpReader({ bodyMax: limits.bodyBytes })
  const bytes = new TokenBucket(limits.byteBurst, limits.bytesPerSecond, hostClock.now())
  let heardMs = hostClock.now()
  let cutFor: Jt1078Cut | undefined

  const cut = (reason: Jt1078Cut, detail?: object): void => {
    if (cutFor) return
    cutFor = reason
    countIn(counters.cuts, reason)
    const level = reason === 'done' ? 'debug' : cutLogLevel(reason)
    log[level]({ address, reason, ...detail }, 'a sender of JT/T 1078 was cut off')
    endSocket(socket, reason, hostClock, () => undefined)
  }
  const sender = {
    send(packet: Uint8Array): void {
      if (cutFor || !socket.writable) return
      if (socket.writableLength > limits.unreadBytes) counters.unread++
      else socket.write(packet)
    },
  }
  const frames = createSenderFrames({
    ...{ asked, counters, limits, address, sender },
    onDone: () => cut('done'),
  })
  let isListening = false
  const cancelListening = hostClock.after(limits.listensAfterMs, () => {
    isListening = !cutFor && frames.listens(hostClock.now())
  })

  const receive = (chunk: Buffer): void => {
    const nowMs = hostClock.now()
    counters.bytesIn += chunk.length
    if (bytes.take(chunk.length, nowMs) > 0) {
      cut('flood')
      return
    }
    for (const item of reader.push(chunk)) {
      if (cutFor) return
      if (item.kind === 'problem') frames.problem(item.problem)
      else {
        heardMs = nowMs
        const { sim, channel } = item.packet
        const unwanted = frames.packet(item.packet, nowMs)
        if (unwanted) cut(unwanted, { sim, channel })
      }
      if (frames.isBad()) cut('badFrames')
    }
  }

  const connection: WireConnection = {
    review(nowMs) {
      if (!isListening && nowMs - heardMs >= limits.silentMs) cut('silent')
    },
    cut,
  }
  socket.on('data', (chunk: Buffer) => {
    if (cutFor) return
    try {
      receive(chunk)
    } catch (error) {
      log.error({ err: error, address }, 'media of a terminal could not be handled')
      cut('fault')
    }
  })
  socket.on('error', (error) => log.debug({ err: error, address }, 'a connection for media broke'))
  socket.on('close', () => {
    cancelListening()
    frames.end()
    onEnd(connection)
  })
  return connection
}
