/** The clients of a capture as they speak to a server of today: a connection, or a socket for UDP, each. */
import { createSocket, type Socket as UdpSocket } from 'node:dgram'
import { connect, isIPv6, type Socket } from 'node:net'

export type LinkResult = {
  sent: number
  received: number
  /** Why it failed; undefined: it did not. */
  failure: string | undefined
}

/** One client's line to the server. */
export type ClientLink = {
  /** Resolves once there is room for more. */
  send(bytes: Uint8Array): Promise<void>
  /** The client has ended. Replies count until the server ends, too. */
  end(): void
  /** The client has broken off. */
  reset(): void
  /** Waits for so many bytes of replies, for the end of the connection, or for so long. */
  settle(bytes: number, withinMs: number): Promise<void>
  close(): void
  result(): LinkResult
}

/** Bytes that the server has not read; more wait. */
const UNREAD_BYTES = 1_000_000
/** A server that reads nothing for so long is given up. */
const STALLED_MS = 10_000

export function openTcpLink(target: { host: string; port: number }): ClientLink {
  const socket: Socket = connect({ ...target, noDelay: true, allowHalfOpen: true })
  const result: LinkResult = { sent: 0, received: 0, failure: undefined }
  const changes = new Set<() => void>()
  let isConnected = false
  let isOver = false
  const changed = (): void => {
    for (const listener of [...changes]) listener()
  }
  socket.on('data', (bytes) => {
    result.received += bytes.length
    changed()
  })
  socket.on('error', (error: NodeJS.ErrnoException) => {
    result.failure ??= error.code === 'ECONNREFUSED' ? 'nobody listens there' : error.message
  })
  socket.on('close', () => {
    isOver = true
    changed()
  })
  socket.on('connect', () => {
    isConnected = true
  })
  socket.on('drain', changed)
  /** Waits until something holds or the connection has ended; whether it did in time. */
  const until = (holds: () => boolean, withinMs: number): Promise<boolean> =>
    new Promise((resolve) => {
      const look = (inTime = true): void => {
        if (inTime && !isOver && !holds()) return
        clearTimeout(timer)
        changes.delete(check)
        resolve(inTime)
      }
      const check = (): void => look()
      const timer = setTimeout(() => look(false), withinMs)
      changes.add(check)
      look()
    })
  return {
    async send(bytes) {
      if (isOver || !socket.writable) {
        result.failure ??= 'the server closed the connection before the client had sent everything'
        return
      }
      if (socket.write(bytes) || socket.writableLength < UNREAD_BYTES) return
      if (await until(() => socket.writableLength < UNREAD_BYTES, STALLED_MS)) return
      result.failure ??= `the server has read nothing for ${STALLED_MS / 1000} s`
      socket.destroy()
    },
    end: () => void socket.end(),
    reset: () => void socket.resetAndDestroy(),
    async settle(bytes, withinMs) {
      await until(() => result.received >= bytes, withinMs)
    },
    close: () => void socket.destroy(),
    // What was written before the connection failed has not gone.
    result: () => ({ ...result, sent: isConnected ? socket.bytesWritten : 0 }),
  }
}

export function openUdpLink({ host, port }: { host: string; port: number }): ClientLink {
  const socket: UdpSocket = createSocket(isIPv6(host) ? 'udp6' : 'udp4')
  const result: LinkResult = { sent: 0, received: 0, failure: undefined }
  let told = (): void => undefined
  let isOver = false
  socket.on('message', (bytes) => {
    result.received += bytes.length
    told()
  })
  socket.on('error', (error) => {
    result.failure ??= error.message
  })
  const close = (): void => {
    if (isOver) return
    isOver = true
    socket.close()
    told()
  }
  return {
    send: (bytes) =>
      new Promise((resolve) => {
        if (isOver) return resolve()
        socket.send(bytes, port, host, (error) => {
          if (error) result.failure ??= error.message
          else result.sent += bytes.length
          resolve()
        })
      }),
    end: () => undefined,
    reset: () => undefined,
    settle: (bytes, withinMs) =>
      new Promise((resolve) => {
        const done = (): void => {
          clearTimeout(timer)
          resolve()
        }
        const timer = setTimeout(done, withinMs)
        told = () => {
          if (isOver || result.received >= bytes) done()
        }
        told()
      }),
    close,
    result: () => result,
  }
}
