/** Cameras' own ONVIF services: every camera at one port, under `/onvif/<sn>/`. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HostClock } from '../kernel/clock.ts'
import { type ConnectionCounters, createConnectionCounters } from '../sockets/connection-counters.ts'
import { answerRequest, failureReply, type SoapReply } from './answer-request.ts'
import { createCameraPorts, type PortRange } from './camera-ports.ts'
import { createConnectionShare } from './connection-share.ts'
import { createEventSubscriptions } from './events/event-subscriptions.ts'
import { cameraPath, hostOfRequest, type OnvifAddress, OWN_PATH, readOnvifAddress } from './onvif-address.ts'
import { createDeviceClocks } from './onvif-clocks.ts'
import { createOnvifLogin, type OnvifAccount } from './onvif-login.ts'
import { type OnvifReply, type ReplyNote, replyOf } from './onvif-reply.ts'
import { ONVIF_SERVICES } from './onvif-services.ts'
import type { OnvifCamera, OnvifLog, OnvifPorts } from './ports.ts'
import { readBody } from './read-body.ts'
import { createSearches } from './recordings/searches.ts'
import type { OnvifContext } from './service-call.ts'
import { createSnapshots } from './snapshots.ts'

export type OnvifStats = Omit<ConnectionCounters<never>, 'cuts'> & {
  connections: number
  subscriptions: number
  loginFailures: number
}

export type OnvifServer = AsyncDisposable & {
  port: number
  /** That port, and those of cameras with a port of their own. */
  ports(): readonly number[]
  /** The device service of a camera as a path behind `http://host:`, with its own port where it has one. */
  addressOf(sn: string): string
  stats(): OnvifStats
}

type Serve = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Faults in front of a listener, whose own camera's serial number it gets, if it has one: answers whether it takes a
 * request over. It refuses in the form of these services with `refuse`.
 */
export type OnvifGuard = (
  own: string | undefined,
  refuse: (error: unknown, request: IncomingMessage, response: ServerResponse) => void,
) => (request: IncomingMessage, response: ServerResponse, serve: Serve) => boolean

/** The port cannot be had. */
export class OnvifPortError extends Error {
  override name = 'OnvifPortError'
}

/** A recorder with hundreds of cameras keeps a connection to each. */
const CONNECTIONS = { inAll: 2048, ofAddress: 1536 } as const
const BACKLOG = 512
/** A request comes within this time; a connection without one is closed. */
const REQUEST_MS = 15_000
const IDLE_MS = 20_000
/** A connection on which nothing moves, be it that nobody reads: longer than any operation waits. */
const SILENT_MS = 150_000
const HEAD_BYTES = 16_384
const REVIEW_MS = 1000

/** Listens; rejects with an OnvifPortError when the port cannot be had. */
export async function openOnvifServer(
  options: { host: string; port: number; account: OnvifAccount; each?: PortRange | undefined },
  deps: {
    ports: OnvifPorts
    hostClock: HostClock
    log: OnvifLog
    guard?: OnvifGuard
    onReply?(reply: OnvifReply): void
  },
): Promise<OnvifServer> {
  const { ports, hostClock, log, onReply } = deps
  const counters = createConnectionCounters<never>()
  const clocks = createDeviceClocks(ports.clock, hostClock)
  const login = createOnvifLogin(options.account, clocks, hostClock)
  const subscriptions = createEventSubscriptions(ports, clocks, hostClock)
  const snapshots = createSnapshots(ports.media)
  const context: OnvifContext = {
    ports,
    hostClock,
    clocks,
    subscriptions,
    searches: createSearches(hostClock),
    services: ONVIF_SERVICES,
    username: options.account.username,
  }

  const connections = createConnectionShare(CONNECTIONS)
  /** `own`: the camera whose port it is. */
  const createListener = (own?: string) => {
    const guard = deps.guard?.(own, refuseAsFault)
    const serve: Serve = (request, response) => {
      const note: ReplyNote = { beganMs: hostClock.now() }
      response.on('finish', () => {
        if (response.statusCode >= 400) counters.requestsFailed++
        onReply?.(replyOf(note, response.statusCode, hostClock.now()))
      })
      answer(request, response, own, note).catch((error: unknown) => {
        log.error({ err: error }, 'an ONVIF request failed')
        note.isOurFault = true
        if (response.headersSent) response.destroy()
        else sendSoap(response, failureReply())
      })
    }
    const listener = createServer(
      {
        maxHeaderSize: HEAD_BYTES,
        requestTimeout: REQUEST_MS,
        headersTimeout: REQUEST_MS,
        keepAliveTimeout: IDLE_MS,
        noDelay: true,
      },
      (request, response) => {
        if (!guard?.(request, response, serve)) serve(request, response)
      },
    )
    listener.setTimeout(SILENT_MS)
    listener.on('connection', (socket) => {
      const leave = connections.take(socket.remoteAddress ?? '')
      if (!leave) return void socket.destroy()
      counters.accepted++
      socket.on('close', () => {
        leave()
        counters.bytesIn += socket.bytesRead
        counters.bytesOut += socket.bytesWritten
      })
    })
    return listener
  }

  const answer = async (
    request: IncomingMessage,
    response: ServerResponse,
    own: string | undefined,
    note: ReplyNote,
  ) => {
    counters.requests++
    const address = readOnvifAddress(request.url ?? '', own)
    const isHere = address && (own === undefined || address.sn === own)
    const camera = isHere ? ports.cameras.find(address.sn) : undefined
    if (!address || !camera) return refuse(response, 404)
    note.address = address
    if (!camera.isOnline) return void request.socket.destroy()
    const allowed = address.kind === 'snapshot' ? 'GET' : 'POST'
    if (request.method !== allowed) return refuse(response, 405, { Allow: allowed })
    if (address.kind === 'snapshot') return answerSnapshot(request, response, camera, address, note)
    const body = await readBody(request)
    if (body === 'left') return
    if (body === 'tooLong') return refuse(response, 413, { Connection: 'close' })
    const reply = await answerRequest(
      {
        address,
        camera,
        body: body.text,
        host: hostOf(request),
        authorization: request.headers.authorization,
        target: request.url!,
        client: request.socket.remoteAddress ?? '',
        onLeave: (listener) => void response.on('close', listener),
      },
      context,
      login,
    )
    await settle(request, reply.login, note)
    // It may have gone meanwhile, or been restarted by this very request.
    if (!ports.cameras.find(camera.sn)?.isOnline && reply.isFault) return void request.socket.destroy()
    if (reply.status === 401) challenge(response, reply.login === 'stale')
    sendSoap(response, reply)
  }

  const answerSnapshot = async (
    request: IncomingMessage,
    response: ServerResponse,
    camera: OnvifCamera,
    address: OnvifAddress & { kind: 'snapshot' },
    note: ReplyNote,
  ) => {
    const { authorization } = request.headers
    const wish = { sn: camera.sn, header: undefined, authorization, method: 'GET', target: request.url! }
    const result = login.check(wish)
    await settle(request, result, note)
    if (result !== 'known') {
      challenge(response, result === 'stale')
      return refuse(response, 401)
    }
    const picture = await snapshots.take(camera, address.token)
    if (picture === 'unknown') return refuse(response, 404)
    if (picture === 'busy') {
      note.isOurFault = true
      return refuse(response, 503, { 'Retry-After': '1' })
    }
    response.writeHead(200, {
      'Content-Type': 'image/jpeg',
      'Content-Length': picture.byteLength,
      'Cache-Control': 'no-store',
    })
    response.end(picture)
  }

  /** Holds the reply to a wrong login back. */
  const settle = async (request: IncomingMessage, result: string, note: ReplyNote) => {
    const address = request.socket.remoteAddress ?? ''
    if (result === 'known') login.succeeded(address)
    if (!result.startsWith('wrong')) return
    note.isWrongLogin = true
    const delayMs = login.failed(address)
    await new Promise<void>((resolve) => void hostClock.after(delayMs, resolve))
  }
  const challenge = (response: ServerResponse, isStale: boolean) =>
    void response.setHeader('WWW-Authenticate', login.challenges(isStale))

  const hostOf = ({ headers, socket }: IncomingMessage) =>
    hostOfRequest(headers.host, socket.localAddress ?? options.host, socket.localPort ?? port)

  const server = createListener()
  server.listen({ host: options.host, port: options.port, backlog: BACKLOG })
  await once(server, 'listening').catch((cause: unknown) => {
    login[Symbol.dispose]()
    throw new OnvifPortError(`port ${options.port}`, { cause })
  })
  server.on('error', (error) => log.error({ err: error }, 'the ONVIF listener failed'))
  const { port } = server.address() as AddressInfo
  const each =
    options.each &&
    createCameraPorts(options.each, options.host, { cameras: ports.cameras, listen: createListener, log })
  await each?.review()
  const stopReview = hostClock.every(REVIEW_MS, () => {
    subscriptions.review()
    void each?.review()
  })

  return {
    port,
    ports: () => [port, ...(each?.ports() ?? [])],
    addressOf(sn) {
      const own = each?.portOf(sn)
      return own === undefined
        ? `${port}${cameraPath(sn)}/device_service`
        : `${own}${OWN_PATH}/device_service`
    },
    stats: () => {
      const { cuts: _cuts, ...counted } = counters
      const loginFailures = login.failures()
      return {
        ...counted,
        connections: connections.count(),
        subscriptions: subscriptions.count(),
        loginFailures,
      }
    },
    async [Symbol.asyncDispose]() {
      stopReview()
      login[Symbol.dispose]()
      subscriptions[Symbol.dispose]()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await Promise.all([closed, each?.[Symbol.asyncDispose]()])
    },
  }
}

function refuse(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'Content-Length': '0', ...headers })
  response.end()
}

/** As a camera that fails; a picture has no words. */
function refuseAsFault(error: unknown, request: IncomingMessage, response: ServerResponse): void {
  request.resume()
  if (response.headersSent) response.destroy()
  else if (request.method === 'GET') refuse(response, 500)
  else sendSoap(response, failureReply(error instanceof Error ? error.message : undefined))
}

function sendSoap(response: ServerResponse, { status, version, body }: SoapReply): void {
  const bytes = Buffer.from(body)
  response.writeHead(status, {
    'Content-Type': `${version === '1.1' ? 'text/xml' : 'application/soap+xml'}; charset=utf-8`,
    'Content-Length': bytes.byteLength,
  })
  response.end(bytes)
}
