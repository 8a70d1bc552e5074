/**
 * Hears the bytes of the wires at their sockets: as the system delivered them, and as they were given to it. Nobody
 * listens most of the time: a connection costs an entry in a list then. Once somebody has listened, each of its reads and
 * writes costs a comparison.
 */
import type { RemoteInfo, Socket as UdpSocket } from 'node:dgram'
import type { Socket } from 'node:net'
import type { Endpoint } from '@backlot/contract/pcapng/ip-packets'
import type { CapturedWire } from '@backlot/contract/pcapng/wires'
import type { PacketDirection } from '@backlot/contract/pcapng/write-blocks'

/** A TCP connection of a wire. */
export type TappedConnection = {
  wire: CapturedWire
  local: Endpoint
  remote: Endpoint
  /** Which end opened it. */
  opener: 'local' | 'remote'
  /** Serial numbers of the devices that speak on it, as far as they are known by now. */
  devices(): readonly string[]
}

export type TappedDatagram = {
  wire: CapturedWire
  direction: PacketDirection
  local: Endpoint
  remote: Endpoint
  bytes: Uint8Array
}

/** Bytes are lent: they may change once the call is over. */
export type TapListener = {
  opened(connection: TappedConnection): void
  bytes(connection: TappedConnection, direction: PacketDirection, bytes: Uint8Array): void
  /** One end sends nothing more. */
  ended(connection: TappedConnection, direction: PacketDirection): void
  closed(connection: TappedConnection, isBroken: boolean): void
  datagram(datagram: TappedDatagram): void
}

export type SocketTap = {
  /** Hears a connection from now on; one whose other end is heard here already is left out. */
  tcp(
    wire: CapturedWire,
    socket: Socket,
    how: { opener: TappedConnection['opener']; devices?: () => readonly string[] },
  ): void
  /** Hears a bound socket from now on. */
  udp(wire: CapturedWire, socket: UdpSocket): void
  /** Returns the way to stop. */
  listen(listener: TapListener): () => void
}

type Write = (chunk: unknown, encoding: BufferEncoding, done: (error?: Error | null) => void) => void
type Writes = (
  chunks: { chunk: unknown; encoding: BufferEncoding }[],
  done: (error?: Error | null) => void,
) => void
/** Methods by which the system and the stream hand bytes to each other (documented for implementers of streams). */
type Inner = {
  push(chunk: Uint8Array | null): boolean
  _write: Write
  _writev: Writes
}

const NOBODY: readonly string[] = []
const ANY_ADDRESS = new Set(['0.0.0.0', '::'])

export function createSocketTap(): SocketTap {
  const listeners = new Set<TapListener>()
  /** What begins to hear each open connection, by its two ends: both ends of one may be ours. */
  const open = new Map<string, () => void>()
  /** Our own ends of UDP: what one sends to another is heard where it arrives. */
  const bound = new Set<string>()

  return {
    tcp(wire, socket, { opener, devices = () => NOBODY }) {
      const { localAddress, localPort, remoteAddress, remotePort } = socket
      // It has closed already.
      if (localAddress === undefined || remoteAddress === undefined) return
      const local = { address: bare(localAddress), port: localPort ?? 0 }
      const remote = { address: bare(remoteAddress), port: remotePort ?? 0 }
      const connection: TappedConnection = { wire, local, remote, opener, devices }
      const key = keyOf(local, remote)
      if (open.has(keyOf(remote, local))) return
      let isWrapped = false
      const hear = (): void => {
        if (isWrapped) return
        isWrapped = true
        wrap(
          socket,
          () => listeners.size > 0,
          (direction, bytes) => {
            for (const listener of listeners) listener.bytes(connection, direction, bytes)
          },
        )
        socket.on('end', () => {
          for (const listener of listeners) listener.ended(connection, 'in')
        })
        socket.on('finish', () => {
          for (const listener of listeners) listener.ended(connection, 'out')
        })
      }
      open.set(key, hear)
      socket.on('close', (isBroken) => {
        open.delete(key)
        for (const listener of listeners) listener.closed(connection, isBroken)
      })
      if (listeners.size > 0) hear()
      for (const listener of listeners) listener.opened(connection)
    },
    udp(wire, socket) {
      const ends = (address: string, port: number) => {
        const own = socket.address()
        const remote = { address: bare(address), port }
        const isAny = ANY_ADDRESS.has(own.address)
        const towards = remote.address.startsWith('127.') ? '127.0.0.1' : own.address
        return { local: { address: isAny ? towards : bare(own.address), port: own.port }, remote }
      }
      const tell = (direction: PacketDirection, bytes: Uint8Array, address: string, port: number): void => {
        const datagram = { wire, direction, bytes, ...ends(address, port) }
        const { remote } = datagram
        if (direction === 'out' && (bound.has(endOf(remote.address, port)) || bound.has(endOf('', port))))
          return
        for (const listener of listeners) listener.datagram(datagram)
      }
      const own = socket.address()
      const end = endOf(ANY_ADDRESS.has(own.address) ? '' : bare(own.address), own.port)
      bound.add(end)
      socket.on('close', () => bound.delete(end))
      // First, so that a datagram is heard before what it causes.
      socket.prependListener('message', (bytes: Buffer, { address, port }: RemoteInfo) => {
        if (listeners.size > 0) tell('in', bytes, address, port)
      })
      const send = socket.send
      socket.send = (...given: unknown[]) => {
        const [bytes, port, address] = given
        if (listeners.size > 0 && bytes instanceof Uint8Array && typeof port === 'number')
          tell('out', bytes, typeof address === 'string' ? address : '127.0.0.1', port)
        // Overloads cannot be passed on one by one.
        return (send as (...all: unknown[]) => void).apply(socket, given)
      }
    },
    listen(listener) {
      listeners.add(listener)
      for (const hear of open.values()) hear()
      return () => listeners.delete(listener)
    },
  }
}

function wrap(
  socket: Socket,
  isHeard: () => boolean,
  tell: (direction: PacketDirection, bytes: Uint8Array) => void,
): void {
  // Their types are those of any stream, and say nothing of chunks.
  const inner = socket as unknown as Inner
  const { push, _write: write, _writev: writes } = inner
  inner.push = (chunk) => {
    if (isHeard() && chunk !== null) tell('in', chunk)
    return push.call(socket, chunk)
  }
  inner._write = (chunk, encoding, done) => {
    if (isHeard()) tell('out', bytesOf(chunk, encoding))
    write.call(socket, chunk, encoding, done)
  }
  inner._writev = (chunks, done) => {
    if (isHeard()) for (const { chunk, encoding } of chunks) tell('out', bytesOf(chunk, encoding))
    writes.call(socket, chunks, done)
  }
}

const bytesOf = (chunk: unknown, encoding: BufferEncoding): Uint8Array =>
  typeof chunk === 'string' ? Buffer.from(chunk, encoding) : (chunk as Uint8Array)

const keyOf = (from: Endpoint, to: Endpoint): string =>
  `${from.address}|${from.port}|${to.address}|${to.port}`
const endOf = (address: string, port: number): string => `${address}|${port}`
const bare = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')
