/** TCP connections of a SIP endpoint: those that came in and those that it made, each known by its other end. */
import { connect, type Socket } from 'node:net'
import { createPacketSender, resetAfterWrites } from '../fleet/uplinks/packet-sender.ts'
import type { WireTransform } from '../fleet/uplinks/uplink.ts'
import type { HostClock } from '../kernel/clock.ts'
import type { SocketTap } from '../sockets/socket-tap.ts'
import { createSipReader } from '../wire/sip/sip-reader.ts'
import { peerKey, plainAddress, type SipNetEvents, type SipPeer } from './sip-net.ts'

export type TcpPeers = {
  take(socket: Socket): void
  send(bytes: Uint8Array, to: SipPeer): void
  isOpen(peer: SipPeer): boolean
  connections(): number
  close(): void
  stats(): { bytesIn: number; bytesOut: number; cuts: number }
}

/** A platform has a connection to each of its devices. */
const CONNECTIONS_MOST = 20_000
const CONNECTIONS_OF_ADDRESS = 5000
const CONNECT_MS = 10_000
/** Devices send a keepalive at least every few minutes. */
const IDLE_MS = 600_000
const UNSENT_MOST_BYTES = 2 * 1024 * 1024
/** What is no SIP, one after the other. */
const PROBLEMS_MOST = 20
const FULL = `${CONNECTIONS_MOST} connections are open, or ${CONNECTIONS_OF_ADDRESS} of the address`
const PONG = Buffer.from('\r\n')

/** `transform`: faults of what is sent, asked at every message; left out: there are none. */
export function createTcpPeers(
  hostClock: HostClock,
  events: SipNetEvents,
  transform?: () => WireTransform | undefined,
  tap?: SocketTap,
): TcpPeers {
  const sockets = new Map<string, Socket>()
  const senders = new WeakMap<Socket, ReturnType<typeof createPacketSender>>()
  const perAddress = new Map<string, number>()
  const counts = { bytesIn: 0, bytesOut: 0, cuts: 0 }

  const cut = (socket: Socket, peer: SipPeer, why: string): void => {
    counts.cuts++
    socket.destroy()
    events.onCut(peer, why)
  }
  const add = (socket: Socket, peer: SipPeer): void => {
    const key = peerKey(peer)
    sockets.set(key, socket)
    perAddress.set(peer.address, (perAddress.get(peer.address) ?? 0) + 1)
    const reader = createSipReader()
    let problems = 0
    socket.on('data', (chunk) => {
      counts.bytesIn += chunk.length
      for (const item of reader.push(chunk)) {
        if (socket.destroyed) return
        if (item.kind === 'message') {
          problems = 0
          events.onMessage(item.message, peer)
        } else if (item.kind === 'keepAlive') write(socket, peer, PONG)
        else {
          events.onBroken(item.problem, peer)
          // A message past the limits cannot be skipped safely.
          if (item.problem.code === 'bodyTooLong') cut(socket, peer, item.problem.message)
          else if (++problems > PROBLEMS_MOST)
            cut(
              socket,
              peer,
              `more than ${PROBLEMS_MOST} unreadable messages, the last: ${item.problem.message}`,
            )
        }
      }
    })
    socket.setTimeout(IDLE_MS, () => cut(socket, peer, `${IDLE_MS / 1000} s of silence`))
    socket.on('error', () => undefined)
    if (transform) senders.set(socket, createPacketSender(hostClock, transform))
    socket.on('close', () => {
      senders.get(socket)?.clear()
      if (sockets.get(key) === socket) sockets.delete(key)
      const left = (perAddress.get(peer.address) ?? 1) - 1
      if (left > 0) perAddress.set(peer.address, left)
      else perAddress.delete(peer.address)
      events.onUnreachable(peer)
    })
  }
  const write = (socket: Socket, peer: SipPeer, bytes: Uint8Array): void => {
    if (socket.destroyed) return
    counts.bytesOut += bytes.length
    socket.write(bytes)
    if (socket.writableLength > UNSENT_MOST_BYTES)
      cut(socket, peer, `more than ${UNSENT_MOST_BYTES} bytes that it does not read`)
  }
  const isFull = (address: string) =>
    sockets.size >= CONNECTIONS_MOST || (perAddress.get(address) ?? 0) >= CONNECTIONS_OF_ADDRESS

  return {
    take(socket) {
      const peer = socket.remoteAddress && {
        transport: 'tcp' as const,
        address: plainAddress(socket.remoteAddress),
        port: socket.remotePort!,
      }
      if (!peer) socket.destroy()
      else if (isFull(peer.address)) cut(socket, peer, FULL)
      else {
        add(socket, peer)
        tap?.tcp('gb28181', socket, { opener: 'remote' })
      }
    },
    send(bytes, to) {
      let socket = sockets.get(peerKey(to))
      if (!socket) {
        if (isFull(to.address)) return void hostClock.after(0, () => events.onUnreachable(to))
        const made = connect({ host: to.address, port: to.port, noDelay: true })
        const stopWaiting = hostClock.after(CONNECT_MS, () => made.destroy())
        made.once('connect', () => {
          stopWaiting()
          tap?.tcp('gb28181', made, { opener: 'local' })
        })
        made.once('close', stopWaiting)
        add(made, to)
        socket = made
      }
      const [own, sender] = [socket, senders.get(socket)]
      if (!sender) return write(own, to, bytes)
      sender.send(bytes, (piece, resets) => {
        write(own, to, typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece)
        if (resets) resetAfterWrites(own)
      })
    },
    isOpen: (peer) => sockets.has(peerKey(peer)),
    connections: () => sockets.size,
    close() {
      for (const socket of [...sockets.values()]) socket.destroy()
    },
    stats: () => counts,
  }
}
