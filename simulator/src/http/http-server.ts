import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { StartError } from '../start-error.ts'
import type { HostGuard } from './host-guard.ts'

/** Takes a WebSocket upgrade over, or says that the path is not its own. */
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => boolean

export type HttpServer = AsyncDisposable & { port: number; server: Server }

/** How long a caller may take, milliseconds. */
export type CallerTimes = {
  /** For the head of a request, the handshake of a WebSocket included. */
  headMs: number
  /** For all of a request. */
  requestMs: number
  /** How often that is looked at. */
  lookMs: number
}
const TIMES: CallerTimes = { headMs: 20_000, requestMs: 60_000, lookMs: 5000 }

type Listening = {
  host: string
  port: number
  hostGuard: Pick<HostGuard, 'checkHost' | 'checkOrigin'>
  answer(request: IncomingMessage, response: ServerResponse): void
  upgrade: UpgradeHandler
  times?: CallerTimes
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
 * Listens. Requests and responses are Node's own classes: subclasses that carry Express's prototypes would cost every
 * call a third of its time, and the few requests that reach Express are given them there. Throws what Node does when the
 * port is not to be had. Its end ends upgraded connections too.
 */
export async function openServer(options: Listening): Promise<HttpServer> {
  const upgraded = new Set<Duplex>()
  const { headMs, requestMs, lookMs } = options.times ?? TIMES
  const server = createServer(
    {
      keepAliveTimeout: 65_000,
      headersTimeout: headMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: lookMs,
    },
    options.answer,
  )
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // A socket that breaks before it is taken over is nobody's loss.
    socket.on('error', () => socket.destroy())
    const refusal = refusalOf(request, options.hostGuard)
    if (refusal !== undefined) return refuse(socket, refusal)
    upgraded.add(socket)
    socket.once('close', () => upgraded.delete(socket))
    if (!options.upgrade(request, socket, head)) refuse(socket, '404 Not Found')
  })
  server.listen({ port: options.port, host: options.host.replace(/^\[|\]$/g, '') })
  await once(server, 'listening')
  return {
    server,
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      for (const socket of upgraded) socket.destroy()
      await closed
    },
  }
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

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

function startErrorOf(error: unknown, { host, port }: { host: string; port: number }): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return new StartError(`Port ${port} on ${host} is taken. Use --port with another one, or --port 0.`)
  if (code === 'EACCES')
    return new StartError(`Port ${port} may not be opened by this user. Use a port above 1024.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartError(`--host ${host} is no address of this machine.`)
  return error
}
