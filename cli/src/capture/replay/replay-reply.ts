import { createReadStream } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { PlatformError } from '@backlot/simulator/kernel/platform-error'
import { AS_DATA } from '../../console-server/platform-proxy.ts'
import { sessionHeader } from '../adapter-fields.ts'
import { withClocks } from '../clock-in-text.ts'
import { openBytes } from '../read-bytes.ts'
import type { Capture, Exchange } from '../read-capture.ts'
import { readJson } from '../read-json.ts'
import type { PlatformTime } from './platform-time.ts'
import type { Visitor } from './visitors.ts'

const SENT_HEADERS = [
  'accept-ranges',
  'content-disposition',
  'content-language',
  'content-range',
  'content-type',
  'location',
  'retry-after',
]
/** A reply that took longer was a stream: it comes at its times. */
const STREAM_FROM_MS = 2000
const WAITING_MAX = 8_000_000
/** Expiry in replies, host time. */
const EXPIRY = /"expiresAt":(\d{12,14})/g

export type ReplyTools = {
  capture: Capture
  time: PlatformTime
  speed: number
}

/** Answers a request as it was answered. Throws a PlatformError where the platform was not reached or the body not kept. */
export function sendRecorded(
  { capture, time, speed }: ReplyTools,
  exchange: Exchange,
  visitor: Visitor,
  response: ServerResponse,
  cookies: readonly string[] = [],
): void {
  const { reply, body, pieces, unreachable } = exchange
  if (!reply)
    throw new PlatformError('unavailable', unreachable ?? 'The platform did not answer in the recording.')
  if (body && 'left' in body)
    throw new PlatformError(
      'notFound',
      `The recording does not contain this: ${body.left}, ${body.bytes} bytes.`,
    )
  response.statusCode = reply.status
  const session = sessionHeader(capture.manifest.config.adapter)
  for (const name of session === undefined ? SENT_HEADERS : [...SENT_HEADERS, session]) {
    const value = reply.headers[name]
    if (value !== undefined) response.setHeader(name, value)
  }
  for (const [name, value] of Object.entries(AS_DATA)) response.setHeader(name, value)
  // The platform named itself; here that is this server.
  const { location } = reply.headers
  if (typeof location === 'string' && location.startsWith(capture.manifest.platform))
    response.setHeader('location', location.slice(capture.manifest.platform.length) || '/')
  // The browser would not request again what it caches, and the next replay would miss it.
  response.setHeader('cache-control', 'no-store')
  const own = reply.headers['set-cookie'] ?? []
  const all = [...(typeof own === 'string' ? [own] : own).map(asSessionCookie), ...cookies]
  if (all.length > 0) response.setHeader('set-cookie', all)
  if (body && 'text' in body) {
    response.end(lined(body.text))
    return
  }
  const encoding = reply.headers['content-encoding']
  if (encoding !== undefined) response.setHeader('content-encoding', encoding)
  const file = pieces[0]?.file
  if (file === undefined) return void response.end()
  const path = join(capture.folder, file)
  const lastT = pieces.at(-1)?.t ?? 0
  if (lastT - reply.t < STREAM_FROM_MS && exchange.endT !== undefined) {
    const end = pieces.reduce((sum, { bytes }) => sum + bytes, 0) - 1
    createReadStream(path, { end })
      .on('error', (error) => response.destroy(error))
      .pipe(response)
    return
  }
  const bytes = openBytes(path)
  const stop = pace(pieces, reply.t, speed, {
    // Who reads slower than it was recorded is cut off, as a platform does.
    send: (piece) =>
      void (response.writableLength > WAITING_MAX ? response.destroy() : response.write(bytes.read(piece))),
    over: () => response.end(),
  })
  const release = visitor.holdSocket(() => response.end())
  response.on('close', () => {
    stop()
    release()
    bytes.close()
  })

  /** Adjusts clocks to the replay's moment, and expiry times to now. */
  function lined(text: string): string {
    const hostShiftMs = Date.now() - (capture.manifest.beganMs + exchange.t)
    const fresh = text.replace(
      EXPIRY,
      (_all, ms: string) => `"expiresAt":${Math.round(Number(ms) + hostShiftMs)}`,
    )
    if (!fresh.includes('"nowMs"')) return fresh
    const told = withClocks(readJson(fresh), (clock) => time.told(clock, visitor.t(), speed, visitor.loops))
    return JSON.stringify(told)
  }
}

/** A recorded expiry has passed. */
const asSessionCookie = (cookie: string) =>
  cookie
    .split(';')
    .map((part) => part.trim())
    .filter((part) => !/^(expires|max-age|domain|secure|path|samesite)(=|$)/i.test(part))
    .concat('Path=/', 'SameSite=Lax')
    .join('; ')

/** Emits items at their recorded times after `fromT`, divided by the speed. Returns a function that stops it. */
function pace<T extends { t: number }>(
  things: readonly T[],
  fromT: number,
  speed: number,
  to: { send(thing: T): void; over(): void },
): () => void {
  const sinceMs = performance.now()
  let at = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const next = () => {
    for (;;) {
      const thing = things[at]
      if (!thing) return to.over()
      const waitMs = (thing.t - fromT) / speed - (performance.now() - sinceMs)
      if (waitMs > 0) {
        timer = setTimeout(next, waitMs)
        return
      }
      at += 1
      to.send(thing)
    }
  }
  timer = setTimeout(next, 0)
  return () => {
    clearTimeout(timer)
    at = things.length
  }
}
