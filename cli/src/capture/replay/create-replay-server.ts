import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { CODES } from '@backlot/contract/codes'
import { login } from '@backlot/contract/session/calls'
import { serveConsole } from '@backlot/simulator/http/console-files'
import { createHttpListener } from '@backlot/simulator/http/create-http-listener'
import { PlatformError } from '@backlot/simulator/kernel/platform-error'
import type { RequestHandler } from 'express'
import { pino } from 'pino'
import { WebSocketServer } from 'ws'
import { consoleHash } from '../../console-server/console-build.ts'
import { CONSOLE_FOLDER } from '../../console-server/create-console-server.ts'
import { ownPages } from '../../console-server/own-pages.ts'
import { TEXT_MAX_BYTES, textOf } from '../body-keeper.ts'
import { type Capture, readCapture } from '../read-capture.ts'
import { FRAME_MAX_BYTES } from '../socket-frames.ts'
import { type Fallback, openFallback } from './fallback.ts'
import { type Miss, Misses } from './misses.ts'
import { createPlatformTime } from './platform-time.ts'
import { RecordedCalls } from './recorded-calls.ts'
import { RecordedSockets } from './recorded-sockets.ts'
import { sendRecorded } from './replay-reply.ts'
import { replaySocket, type SocketTools } from './replay-socket.ts'
import { requestKey } from './request-key.ts'
import { loginNameIn, signInsOf } from './sign-ins.ts'
import { type Visitor, Visitors } from './visitors.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

export type ReplayOptions = {
  folder: string
  host?: string
  port?: number
  allowedHosts?: readonly string[]
  /** Recorded milliseconds a millisecond. */
  speed?: number
  /** Restarts at the end. */
  loop?: boolean
  /** Requests that were not recorded go to a simulator with this seed. */
  lenient?: { seed?: number | undefined } | undefined
  onMiss?: (miss: Miss) => void
  consoleFolder?: string
}

export type Replay = AsyncDisposable & {
  url: string
  capture: Capture
  /** Accounts that sign in with any password. */
  accounts: readonly string[]
  /** Differences from the recording, in words. */
  remarks: readonly string[]
  misses(): Miss[]
}

/**
 * Serves the console with the recording of a platform. Throws a UserError for a folder that is no capture, a StartError
 * when the port is not available.
 */
export async function createReplayServer(options: ReplayOptions): Promise<Replay> {
  const { host = '127.0.0.1', speed = 1, consoleFolder = CONSOLE_FOLDER } = options
  const capture = await readCapture(options.folder)
  const { adapter } = capture.manifest.config
  const hash = consoleHash(consoleFolder)
  const time = createPlatformTime(capture)
  const signIns = signInsOf(capture.exchanges, adapter)
  const sockets = new RecordedSockets(capture.sockets, adapter)
  const calls = new RecordedCalls([...capture.exchanges, ...sockets.calls], time)
  const misses = new Misses(options.onMiss ?? (() => {}))
  const visitors = new Visitors(speed)
  const accounts = [...new Set(signIns.map(({ loginName }) => loginName))]
  const remarks = [
    ...capture.remarks,
    ...(hash === capture.manifest.console ? [] : ['The console differs from the recorded one.']),
    ...(accounts.length > 0 ? [] : ['The recording has no sign-in: nobody can sign in.']),
  ]
  const listener = await createHttpListener({
    host,
    port: options.port ?? 0,
    allowedHosts: options.allowedHosts ?? [],
    allowedOrigins: [],
    log: pino({ level: 'silent' }),
  })
  let fallback: Fallback | undefined
  try {
    if (options.lenient) fallback = await openFallback(options.lenient.seed, time.at(0), listener.refuse)
  } catch (error) {
    await listener[Symbol.asyncDispose]()
    throw error
  }
  const tools: SocketTools = {
    capture,
    time,
    speed,
    calls,
    async missed(call, body) {
      misses.add(`channel ${call}`, fallback ? 'simulator' : 'nobody')
      if (fallback) return fallback.channelCall(call, body)
      return { code: CODES.notFound, msg: `${call} was not recorded.`, data: null }
    },
    missedSubscription: (what) => misses.add(`channel subscribe ${what}`, 'nobody'),
    over: (visitor) => {
      if (options.loop) visitor.again(signIns[0]?.exchange.endT ?? 0)
    },
  }

  const answer: RequestHandler = (request, response, next) => {
    if (!SAFE.has(request.method)) listener.hostGuard.checkOrigin(request)
    void readBody(request)
      .then((body) => {
        const { method, originalUrl: path } = request
        const text = body && textOf(body, request.headers['content-type'] ?? '')
        const loginName = method === 'POST' ? loginNameIn(adapter, path, text) : undefined
        if (loginName !== undefined) return enter(loginName)
        const visitor = visitors.of(request)
        const range = request.headers.range
        const found = calls.find(requestKey({ method, path, body: text, range }), visitor.t(), visitor.used)
        if (found) return sendRecorded(tools, found, visitor, response)
        const asked = `${method} ${path}`
        misses.add(asked, fallback ? 'simulator' : 'nobody')
        if (fallback) return fallback.answer(request, response, body)
        throw new PlatformError('notFound', `${asked} was not recorded.`)
      })
      .catch(next)

    /** Any password and any code will do. */
    function enter(loginName: string): void {
      const found = signIns.find((one) => one.loginName === loginName)
      if (!found) {
        misses.add(`POST ${login.path} of ${loginName}`, 'nobody')
        const who =
          accounts.length > 0 ? `Sign in as ${accounts.join(' or ')}.` : 'The recording has no sign-in.'
        throw new PlatformError('wrongCredentials', `${loginName} was not recorded. ${who}`)
      }
      const { visitor, cookie } = visitors.enter(found.exchange.endT ?? found.exchange.t)
      sendRecorded(tools, found.exchange, visitor, response, [cookie])
    }
  }

  const upgrader = new WebSocketServer({
    noServer: true,
    maxPayload: FRAME_MAX_BYTES,
    perMessageDeflate: false,
  })
  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    const visitor: Visitor = visitors.of(request)
    const path = request.url ?? '/'
    const found = sockets.next(path, visitor)
    if (!found) {
      misses.add(`socket ${path}`, fallback ? 'simulator' : 'nobody')
      if (!fallback) return false
      fallback.socket(request, socket, head)
      return true
    }
    upgrader.handleUpgrade(request, socket, head, (opened) =>
      replaySocket(tools, found.recorded, found.script, opened, visitor),
    )
    return true
  }

  listener.open({
    calls: () => false,
    middlewares: [
      ownPages(
        () => capture.manifest.config,
        async () => ({ ok: true, console: hash, capture: options.folder }),
      ),
      serveConsole(consoleFolder),
      answer,
    ],
    upgrades: [upgrade],
  })
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${listener.port}`,
    capture,
    accounts,
    remarks,
    misses: () => misses.list(),
    async [Symbol.asyncDispose]() {
      for (const client of upgrader.clients) client.terminate()
      await listener[Symbol.asyncDispose]()
      await fallback?.[Symbol.asyncDispose]()
    },
  }
}

/** Whole body of a request; undefined: none. Rejects with tooLarge beyond the size that a recording keeps. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > TEXT_MAX_BYTES)
      throw new PlatformError('tooLarge', 'The body is larger than a recording can hold.')
    parts.push(part)
  }
  return bytes === 0 ? undefined : Buffer.concat(parts)
}
