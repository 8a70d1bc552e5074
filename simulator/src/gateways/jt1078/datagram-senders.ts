/** Media of terminals over UDP: senders by address and port, which are forgotten when they fall silent. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { countIn } from '../../sockets/connection-counters.ts'
import { cutLogLevel } from '../../sockets/end-socket.ts'
import type { SocketTap } from '../../sockets/socket-tap.ts'
import { TokenBucket } from '../../sockets/token-bucket.ts'
import { decodeRtpDatagram } from '../../wire/jt1078/decode-datagram.ts'
import { createDatagramOrder, type DatagramOrder } from './datagram-order.ts'
import type { Jt1078Cut } from './jt1078-limits.ts'
import { bareAddress, type MediaConnectionDeps } from './media-connection.ts'
import { createSenderFrames, type SenderFrames } from './sender-frames.ts'

export type DatagramSenders = AsyncDisposable & { port: number; count(): number }

type Sender = {
  frames: SenderFrames
  order: DatagramOrder
  bytes: TokenBucket
  heardMs: number
  /** When one of its datagrams was dropped because there were too many. */
  droppedMs: number
}

const REVIEW_MS = 1000
/** Pictures of several vehicles that come at once. */
const RECEIVE_BUFFER_BYTES = 4 * 1024 * 1024

/** Listens; rejects with the system's error when the port cannot be had. */
export async function openDatagramSenders(
  listener: { host: string; port: number; tap?: SocketTap | undefined },
  deps: MediaConnectionDeps,
): Promise<DatagramSenders> {
  const { asked, counters, limits, hostClock, log } = deps
  const senders = new Map<string, Sender>()
  const socket = createSocket(listener.host.includes(':') ? 'udp6' : 'udp4')
  const listening = once(socket, 'listening')
  socket.bind(listener.port, listener.host)
  try {
    await listening
  } catch (error) {
    socket.close()
    throw error
  }
  try {
    socket.setRecvBufferSize(RECEIVE_BUFFER_BYTES)
  } catch {
    // The system's own size serves too.
  }

  const forget = (key: string): void => {
    const sender = senders.get(key)
    senders.delete(key)
    sender?.frames.end()
  }
  const cut = (key: string, reason: Jt1078Cut): void => {
    countIn(counters.cuts, reason)
    log[cutLogLevel(reason)]({ sender: key, reason }, 'a sender of JT/T 1078 was cut off')
    forget(key)
  }
  const senderOf = (
    key: string,
    { address: socketAddress, port }: { address: string; port: number },
  ): Sender => {
    const known = senders.get(key)
    if (known) return known
    const nowMs = hostClock.now()
    const address = bareAddress(socketAddress)
    const sender = { send: (packet: Uint8Array) => socket.send(packet, port, socketAddress) }
    const frames = createSenderFrames({
      ...{ asked, counters, limits, address, sender },
      onDone: () => forget(key),
    })
    const bytes = new TokenBucket(limits.byteBurst, limits.bytesPerSecond, nowMs)
    const order = createDatagramOrder(counters)
    const made = { frames, order, bytes, heardMs: nowMs, droppedMs: Number.NEGATIVE_INFINITY }
    senders.set(key, made)
    return made
  }
  const receive = (datagram: Buffer, from: { address: string; port: number }): void => {
    counters.datagrams++
    counters.bytesIn += datagram.length
    const address = bareAddress(from.address)
    // Strangers cost nothing but a look at their address. Speech cannot be sent to port 0.
    if (!asked.knows(address) || from.port === 0) {
      counters.strangers++
      return
    }
    const key = `${address}|${from.port}`
    const read = decodeRtpDatagram(datagram, { bodyMax: limits.bodyBytes })
    const isNew = !senders.has(key)
    if (!read.ok) {
      if (isNew) countIn(counters.problems, read.problem.code)
      else senders.get(key)!.frames.problem(read.problem)
      return
    }
    const nowMs = hostClock.now()
    const sender = senderOf(key, from)
    sender.heardMs = nowMs
    if (!sender.bytes.allows(datagram.length, nowMs)) {
      countIn(counters.cuts, 'flood')
      if (nowMs - sender.droppedMs >= limits.silentMs)
        log.warn(
          { address, port: from.port },
          'datagrams of a sender of JT/T 1078 past its rate were dropped',
        )
      sender.droppedMs = nowMs
      return
    }
    for (const packet of sender.order.push(read.value)) {
      // One whose stream is not wanted has no place here.
      if (sender.frames.packet(packet, nowMs) && isNew) forget(key)
    }
    if (!sender.frames.isBad()) return
    cut(key, 'badFrames')
  }

  listener.tap?.udp('jt1078', socket)
  socket.on('message', (datagram, from) => {
    try {
      receive(datagram, from)
    } catch (error) {
      log.error({ err: error, address: from.address }, 'media of a terminal could not be handled')
      forget(`${bareAddress(from.address)}|${from.port}`)
    }
  })
  socket.on('error', (error) => log.error({ err: error }, 'the JT/T 1078 listener for UDP failed'))
  const stopReview = hostClock.every(REVIEW_MS, () => {
    const nowMs = hostClock.now()
    for (const [key, { heardMs }] of senders) {
      if (nowMs - heardMs < limits.silentMs) continue
      cut(key, 'silent')
    }
  })
  return {
    port: socket.address().port,
    count: () => senders.size,
    async [Symbol.asyncDispose]() {
      stopReview()
      for (const key of [...senders.keys()]) forget(key)
      await new Promise<void>((resolve) => socket.close(() => resolve()))
    },
  }
}
