import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { serveConsole } from '@backlot/simulator/http/console-files'
import { createHttpListener } from '@backlot/simulator/http/create-http-listener'
import { PlatformError } from '@backlot/simulator/kernel/platform-error'
import type { RequestHandler } from 'express'
import { pino } from 'pino'
import { type WebSocket, WebSocketServer } from 'ws'
import { consoleHash } from '../../console-server/console-build.ts'
import { CONSOLE_FOLDER } from '../../console-server/create-console-server.ts'
import { ownPages } from '../../console-server/own-pages.ts'
import { TEXT_MAX_BYTES, textOf } from '../body-form.ts'
import type { Capture } from '../capture.ts'
import { openBytes } from '../read-bytes.ts'
import { readCapture } from '../read-capture.ts'
import { FRAME_MAX_BYTES } from '../socket-frames.ts'
import { type Fallback, openFallback } from './fallback.ts'
import type { Miss } from './misses.ts'
import { callNotRecorded, notRecorded, openRecording } from './open-recording.ts'
import type { Played } from './recorded-sockets.ts'
import { sendRecorded } from './replay-reply.ts'
import { replaySocket, type SocketTools } from './replay-socket.ts'
import type { Visitor } from './visitor.ts'
import { Visitors } from './visitors.ts'

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
  const { folder, host = '127.0.0.1', speed = 1, consoleFolder = CONSOLE_FOLDER } = options
  const capture = await readCapture(folder)
  const hash = consoleHash(consoleFolder)
  const recording = openRecording(capture, options.onMiss ?? (() => {}))
  const { misses, time } = recording
  const visitors = new Visitors(speed)
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
  const tools: SocketTools & { folder: string } = {
    ...recording,
    folder,
    openBytes: (file) => openBytes(join(folder, file)),
    async missed(call, body) {
      misses.add(`channel ${call}`, fallback ? 'simulator' : 'nobody')
      return fallback ? fallback.channelCall(call, body) : callNotRecorded(call)
    },
    missedSubscription: (what) => misses.add(`channel subscribe ${what}`, 'nobody'),
    over: (visitor) => {
      if (options.loop) visitor.again(recording.roundT)
    },
  }

  const answer: RequestHandler = (request, response, next) => {
    if (!SAFE.has(request.method)) listener.hostGuard.checkOrigin(request)
    void readBody(request)
      .then((body) => {
        const { method, originalUrl: path } = request
        const text = body && textOf(body, request.headers['content-type'] ?? '')
        const parts = { method, path, body: text, range: request.headers.range }
        const signIn = recording.signIn(parts)
        if (signIn) {
          const { visitor, cookie } = visitors.enter(signIn.span)
          return sendRecorded(tools, signIn.exchange, visitor, response, [cookie])
        }
        const visitor = visitors.of(request)
        const found = recording.answer(parts, visitor)
        if (found) return sendRecorded(tools, found, visitor, response)
        const asked = `${method} ${path}`
        misses.add(asked, fallback ? 'simulator' : 'nobody')
        if (fallback) return fallback.answer(request, response, body)
        throw notRecorded(asked)
      })
      .catch(next)
  }

  const upgrader = new WebSocketServer({
    noServer: true,
    maxPayload: FRAME_MAX_BYTES,
    perMessageDeflate: false,
  })
  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean {
    const visitor = visitors.of(request)
    const path = request.url ?? '/'
    const found = recording.socket(path, visitor)
    if (!found) {
      misses.add(`socket ${path}`, fallback ? 'simulator' : 'nobody')
      if (!fallback) return false
      fallback.socket(request, socket, head)
      return true
    }
    upgrader.handleUpgrade(request, socket, head, (opened) => play(found, opened, visitor))
    return true
  }

  function play({ recorded, script }: Played, socket: WebSocket, visitor: Visitor): void {
    const replayed = replaySocket(
      tools,
      recorded,
      script,
      {
        isOpen: () => socket.readyState === socket.OPEN,
        waitingBytes: () => socket.bufferedAmount,
        send: (data) => socket.send(data),
        close: (code) => socket.close(code),
        cut: () => socket.terminate(),
      },
      visitor,
    )
    socket.on('close', replayed.closed)
    socket.on('error', () => socket.terminate())
    socket.on('message', (data, isBinary) => replayed.heard(isBinary ? undefined : String(data)))
  }

  listener.open({
    calls: () => false,
    middlewares: [
      ownPages(
        () => capture.manifest.config,
        async () => ({ ok: true, console: hash, capture: folder }),
      ),
      serveConsole(consoleFolder),
      answer,
    ],
    upgrades: [upgrade],
  })
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${listener.port}`,
    capture,
    accounts: recording.accounts,
    remarks: [
      ...recording.remarks,
      ...(hash === capture.manifest.console ? [] : ['The console differs from the recorded one.']),
    ],
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
