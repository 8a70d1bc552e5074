import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { SECRET_HEADERS } from '@backlot/contract/redaction'
import type { ProxyTap } from '../console-server/platform-proxy.ts'
import { BodyKeeper, type BodyPlace, type BodyRules } from './body-keeper.ts'
import type { CaptureEvent, Headers, Side } from './capture-form.ts'
import type { CaptureWriter } from './capture-writer.ts'
import { clocksIn } from './clock-in-text.ts'
import type { Redactor } from './redactor.ts'
import { tapSocket } from './tap-socket.ts'

/** Headers that characterise a call. The others are the connection's. */
const KEPT_HEADERS = [
  'accept-language',
  'accept-ranges',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-range',
  'content-type',
  'location',
  'range',
  'retry-after',
  'x-request-id',
  ...SECRET_HEADERS,
]
/** Parts of requests that hide the reply's content: it has to be whole and readable. */
const HIDING_HEADERS = ['if-none-match', 'if-modified-since', 'sec-websocket-extensions']

export type RecorderTools = {
  writer: CaptureWriter
  redactor: Redactor
  rules: BodyRules
  /** Milliseconds since the beginning. */
  t(): number
  /** Host time, epoch milliseconds. */
  hostMs(): number
  /** Header in which the platform gives the session. */
  sessionHeader: string | undefined
}

export type RecorderCounts = { calls: number; sockets: number; frames: number }
export type Recorder = ProxyTap & { counts(): RecorderCounts; stop(): void }

/** Hears all that goes through the proxy and writes it down, masked. */
export function createRecorder({
  writer,
  redactor,
  rules,
  t,
  hostMs,
  sessionHeader,
}: RecorderTools): Recorder {
  const ids = new WeakMap<IncomingMessage, number>()
  const counts = { calls: 0, sockets: 0, frames: 0 }
  let nextId = 1
  let isOver = false

  const write = (event: CaptureEvent) => void (isOver || writer.event(event))
  const keeperOf = (id: number, from: Side, headers: IncomingHttpHeaders) => {
    const place: BodyPlace = {
      id,
      from,
      t,
      contentType: headers['content-type'] ?? '',
      encoding: String(headers['content-encoding'] ?? ''),
    }
    return new BodyKeeper(place, rules, writer, redactor)
  }
  /** Notes the platform's clock, wherever it is announced. */
  const noteClocks = (text: string) => {
    for (const clock of clocksIn(text)) {
      const { nowMs: platformMs, rate, epoch } = clock
      write({ t: t(), kind: 'clock', hostMs: hostMs(), platformMs, rate, epoch })
    }
  }

  function begin(request: IncomingMessage): number {
    const id = nextId++
    ids.set(request, id)
    for (const name of HIDING_HEADERS) delete request.headers[name]
    if (request.headers['accept-encoding'] !== undefined) request.headers['accept-encoding'] = 'identity'
    return id
  }

  return {
    asked(request, path) {
      if (isOver) return
      const id = begin(request)
      counts.calls += 1
      const { method = 'GET', headers } = request
      write({ t: t(), id, kind: 'request', method, path: redactor.address(path), headers: kept(headers) })
      if (method === 'GET' || method === 'HEAD') return
      const keeper = keeperOf(id, 'console', headers)
      request.on('data', (chunk: Buffer) => isOver || keeper.push(chunk))
      request.on('end', () => write({ t: t(), id, kind: 'sent', body: keeper.end() }))
    },
    answered(request, answer) {
      const id = ids.get(request)
      if (id === undefined || isOver) return
      const { statusCode: status = 0, headers } = answer
      write({ t: t(), id, kind: 'reply', status, headers: kept(headers) })
      const keeper = keeperOf(id, 'platform', headers)
      answer.on('data', (chunk: Buffer) => isOver || keeper.push(chunk))
      answer.once('close', () => {
        if (isOver) return
        const body = keeper.end()
        write({ t: t(), id, kind: 'end', body, ...(answer.complete ? {} : { cut: true }) })
        noteClocks(keeper.said)
      })
    },
    failed(request, reason) {
      const id = ids.get(request)
      if (id !== undefined) write({ t: t(), id, kind: 'unreachable', reason: redactor.text(reason) })
    },
    socketAsked(request, path) {
      if (isOver) return
      write({ t: t(), id: begin(request), kind: 'open', path: redactor.address(path) })
    },
    socketOpened(request: IncomingMessage, console: Duplex, platform: Duplex) {
      const id = ids.get(request)
      if (id === undefined || isOver) return
      counts.sockets += 1
      tapSocket(
        { id, t, writer, redactor, rules, write, isOver: () => isOver },
        console,
        platform,
        (text) => {
          counts.frames += 1
          noteClocks(text)
        },
      )
    },
    counts: () => ({ ...counts }),
    stop() {
      isOver = true
    },
  }

  function kept(headers: IncomingHttpHeaders): Headers {
    const out: Headers = {}
    for (const name of [...KEPT_HEADERS, ...(sessionHeader === undefined ? [] : [sessionHeader])]) {
      const value = headers[name]
      if (value !== undefined) out[name] = masked(name, value)
    }
    return out
  }

  function masked(name: string, value: string | string[]): string | string[] {
    if (Array.isArray(value)) return value.map((one) => masked(name, one) as string)
    if (name === 'set-cookie') return redactor.cookie(value)
    if (name === 'cookie')
      return value
        .split('; ')
        .map((one) => redactor.cookie(one))
        .join('; ')
    if (name === sessionHeader) return redactor.secret(value)
    if (name.includes('authorization')) return redactor.secret(value.replace(/^\S+\s+/, ''))
    return redactor.text(value)
  }
}
