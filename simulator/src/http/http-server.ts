import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createServer as createTlsServer, type SecureContextOptions } from 'node:tls'
import { refuseUpgrade } from '../calls/refuse-upgrade.ts'
import type { UpgradeHandler } from '../calls/upgrade-handler.ts'
import { StartError } from '../kernel/start-error.ts'
import type { HostGuard } from './host-guard.ts'
import type { Answering } from './request-line.ts'
import type { SocketBounds } from './socket-bounds.ts'

export type HttpServer = AsyncDisposable & {
  port: number
  server: Server
  /** Key and certificate of connections from now on. Only of a server that began with some. */
  setTls(tls: Tls): void
}

/** Key and certificate (PEM). */
export type Tls = Pick<SecureContextOptions, 'key' | 'cert'>

/** How long a caller may take, milliseconds. */
export type CallerTimes = {
  /** For the head of a request, the handshake of a WebSocket included. */
  headMs: number
  /** For all of a request. */
  requestMs: number
  /** Between two requests of a connection. */
  idleMs: number
  /** How often that is looked at. */
  lookMs: number
}
const TIMES: CallerTimes = { headMs: 20_000, requestMs: 60_000, idleMs: 65_000, lookMs: 5000 }

type Listening = {
  host: string
  port: number
  hostGuard: Pick<HostGuard, 'checkHost' | 'checkOrigin'>
  /** Bounds of its sockets. Closed by their creator. */
  bounds: SocketBounds
  answer: Answering
  upgrade: UpgradeHandler
  /** Hears of errors of the listener, as when the machine has no sockets left: it goes on. */
  onFailure(error: Error): void
  times?: CallerTimes
  /** Speaks TLS on the port, and nothing else. */
  tls?: Tls | undefined
}

/** Listens on the platform's port. Throws a StartError when it is taken or the address is not ours. */
export async function listen(options: Listening): Promise<HttpServer> {
  try {
    return await openServer(options)
  } catch (error) {
    throw startErrorOf(error, options)
  }
}

/**
 * Listens. Requests and responses are Node's own classes; the few that reach Express get its prototypes there. Throws
 * Node's error when the port is not available. Its end ends upgraded connections too.
 */
export async function openServer(options: Listening): Promise<HttpServer> {
  const upgraded = new Set<Duplex>()
  const { bounds } = options
  const { headMs, requestMs, idleMs, lookMs } = options.times ?? TIMES
  const server = createServer(
    {
      keepAliveTimeout: idleMs,
      headersTimeout: headMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: lookMs,
    },
    bounds.inTurn(options.answer),
  )
  bounds.watch(server)
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A socket that breaks before it is taken over is nobody's loss.
    socket.on('error', () => socket.destroy())
    upgraded.add(socket)
    socket.once('close', () => upgraded.delete(socket))
    // Sent behind a request whose reply is still to come: it would be written into the middle of that.
    if (bounds.isBusy(socket)) return socket.destroy()
    const refusal = refusalOf(request, options.hostGuard)
    if (refusal !== undefined) return refuseUpgrade(socket, refusal)
    if (!options.upgrade(request, socket, head)) refuseUpgrade(socket, '404 Not Found')
  })
  const encrypted = options.tls && encrypt(server, options.tls, headMs)
  const outer = encrypted?.outer ?? server
  outer.listen({ port: options.port, host: options.host.replace(/^\[|\]$/g, '') })
  await once(outer, 'listening')
  outer.on('error', options.onFailure)
  return {
    server,
    port: (outer.address() as AddressInfo).port,
    setTls(tls) {
      encrypted?.outer.setSecureContext(tls)
    },
    async [Symbol.asyncDispose]() {
      const closed = once(outer, 'close')
      outer.close()
      server.close()
      server.closeAllConnections()
      for (const socket of [...upgraded, ...(encrypted?.sockets ?? [])]) socket.destroy()
      await closed
    },
  }
}

/**
 * Puts TLS before a server: a connection after the handshake is one like any other to it, so that its bounds apply
 * there too. `handshakeMs`: how long a client may take for the handshake.
 */
function encrypt(server: Server, tls: Tls, handshakeMs: number) {
  // Only HTTP/1.1 upgrades to WebSockets.
  const outer = createTlsServer(
    { ...tls, handshakeTimeout: handshakeMs, ALPNProtocols: ['http/1.1'] },
    (socket) => server.emit('connection', socket),
  )
  const sockets = new Set<Socket>()
  outer.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return { outer, sockets }
}

function refusalOf(request: IncomingMessage, guard: Listening['hostGuard']): string | undefined {
  try {
    guard.checkHost(request)
    guard.checkOrigin(request)
    return undefined
  } catch {
    return '403 Forbidden'
  }
}

function startErrorOf(error: unknown, { host, port }: { host: string; port: number }): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return new StartError(
      `Port ${port} on ${host} is already in use. Use another one with --port, or --port 0.`,
    )
  if (code === 'EACCES')
    return new StartError(`Port ${port} cannot be opened by this user. Use a port above 1024.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartError(`--host ${host} is not an address of this machine.`)
  return error
}
