/** A terminal's connection to the media server that a request of JT/T 1078 names, over TCP or UDP. */
import { createSocket } from 'node:dgram'
import { connect } from 'node:net'
import type { HostClock } from '../../kernel/clock.ts'

export type LinkTarget = { kind: 'tcp' | 'udp'; address: string; port: number }

export type LinkEvents = {
  /** Packets can be sent. */
  open(): void
  /** Bytes of the server: a piece of the stream, or a datagram. */
  received(bytes: Uint8Array): void
  /** It is over, not by `close`. */
  ended(): void
}

export type CameraLink = {
  send(packets: readonly Uint8Array[]): void
  /** Bytes that wait for a slow server. */
  bufferedBytes(): number
  /** What was sent before still goes out. */
  close(): void
}

const CONNECT_WITHIN_MS = 10_000
/** A server that takes nothing for this long after the end gets no more. */
const LAST_BYTES_MS = 5000

export function openCameraLink(target: LinkTarget, hostClock: HostClock, events: LinkEvents): CameraLink {
  return target.kind === 'tcp' ? openTcp(target, hostClock, events) : openUdp(target, events)
}

function openTcp({ address, port }: LinkTarget, hostClock: HostClock, events: LinkEvents): CameraLink {
  const socket = connect({ host: address, port, noDelay: true })
  let isClosed = false
  const cancelConnect = hostClock.after(CONNECT_WITHIN_MS, () => socket.destroy())
  socket.on('connect', () => {
    cancelConnect()
    events.open()
  })
  socket.on('data', (chunk: Buffer) => events.received(chunk))
  socket.on('error', () => socket.destroy())
  socket.on('close', () => {
    cancelConnect()
    if (isClosed) return
    isClosed = true
    events.ended()
  })
  return {
    send(packets) {
      if (isClosed || !socket.writable) return
      socket.cork()
      for (const packet of packets) socket.write(packet)
      socket.uncork()
    },
    bufferedBytes: () => socket.writableLength,
    close() {
      if (isClosed) return
      isClosed = true
      cancelConnect()
      socket.destroySoon()
      hostClock.after(LAST_BYTES_MS, () => socket.destroy())
    },
  }
}

function openUdp({ address, port }: LinkTarget, events: LinkEvents): CameraLink {
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4')
  let isClosed = false
  let isOpen = false
  const close = (): void => {
    if (isClosed) return
    isClosed = true
    socket.close()
  }
  socket.on('connect', () => {
    isOpen = true
    events.open()
  })
  socket.on('message', (bytes) => events.received(bytes))
  // Nobody listens there, or there is no way.
  socket.on('error', () => {
    if (isClosed) return
    close()
    events.ended()
  })
  // From then on the system hands over nothing of other senders.
  socket.connect(port, address)
  socket.unref()
  return {
    send(packets) {
      if (isOpen && !isClosed) for (const packet of packets) socket.send(packet)
    },
    bufferedBytes: () => (isOpen && !isClosed ? socket.getSendQueueSize() : 0),
    close,
  }
}
