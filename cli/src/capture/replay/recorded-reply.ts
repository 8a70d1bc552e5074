import { PlatformError } from '@backlot/simulator/kernel/platform-error'
import { sessionHeader } from '../adapter-fields.ts'
import type { Capture, Exchange, Piece } from '../capture.ts'
import { withClocks } from '../clock-in-text.ts'
import { readJson } from '../read-json.ts'
import type { PlatformTime } from './platform-time.ts'
import type { Visitor } from './visitor.ts'

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
/** Expiry in replies, host time. */
const EXPIRY = /"expiresAt":(\d{12,14})/g

export type ReplyTools = {
  capture: Pick<Capture, 'manifest' | 'lengthMs'>
  time: PlatformTime
}

/** Body of a recorded reply: a text, bytes of a file of the capture at once, or its pieces at their times. */
export type ReplyBody =
  | { text: string }
  | { file: string; bytes: number; encoding: string | undefined }
  | { pieces: readonly Piece[]; file: string; fromT: number; encoding: string | undefined }

export type RecordedReply = {
  status: number
  headers: Record<string, string | string[]>
  cookies: string[]
  body: ReplyBody
}

/**
 * A request's answer as it was answered, its clocks and expiry times adjusted to the replay's moment. Throws a
 * PlatformError where the platform was not reached or the body not recorded.
 */
export function recordedReply(
  { capture, time }: ReplyTools,
  exchange: Exchange,
  visitor: Visitor,
): RecordedReply {
  const { reply, body, pieces, unreachable } = exchange
  if (!reply)
    throw new PlatformError('unavailable', unreachable ?? 'The platform did not answer in the recording.')
  if (body && 'left' in body)
    throw new PlatformError(
      'notFound',
      `The recording does not contain this: ${body.left}, ${body.bytes} bytes.`,
    )
  const headers: Record<string, string | string[]> = {}
  const session = sessionHeader(capture.manifest.config.adapter)
  for (const name of session === undefined ? SENT_HEADERS : [...SENT_HEADERS, session]) {
    const value = reply.headers[name]
    if (value !== undefined) headers[name] = value
  }
  // The platform named itself; here that is who replays it.
  const { location } = reply.headers
  if (typeof location === 'string' && location.startsWith(capture.manifest.platform))
    headers['location'] = location.slice(capture.manifest.platform.length) || '/'
  const own = reply.headers['set-cookie'] ?? []
  const cookies = (typeof own === 'string' ? [own] : own).map(asSessionCookie)
  return { status: reply.status, headers, cookies, body: bodyOf() }

  function bodyOf(): ReplyBody {
    if (body && 'text' in body) return { text: lined(body.text) }
    const file = pieces[0]?.file
    if (file === undefined || !reply) return { text: '' }
    const told = reply.headers['content-encoding']
    const encoding = typeof told === 'string' ? told : undefined
    const lastT = pieces.at(-1)?.t ?? 0
    if (lastT - reply.t < STREAM_FROM_MS && exchange.endT !== undefined) return wholeOf(file, encoding)
    return { pieces, file, fromT: reply.t, encoding }
  }

  function wholeOf(file: string, encoding: string | undefined): ReplyBody {
    const bytes = pieces.reduce((sum, piece) => sum + piece.bytes, 0)
    return bytes === 0 ? { text: '' } : { file, bytes, encoding }
  }

  function lined(text: string): string {
    const hostShiftMs = Date.now() - (capture.manifest.beganMs + exchange.t)
    const fresh = text.replace(
      EXPIRY,
      (_all, ms: string) => `"expiresAt":${Math.round(Number(ms) + hostShiftMs)}`,
    )
    if (!fresh.includes('"nowMs"')) return fresh
    const told = withClocks(readJson(fresh), (clock) => time.told(clock, visitor))
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

/**
 * Passes items on at their recorded times after `fromT`, from the replay's moment on; each when the one before was
 * taken; one that cannot be sent is the last. Returns a function that stops it.
 */
export function pace<T extends { t: number }>(
  items: readonly T[],
  fromT: number,
  { clock }: Pick<Visitor, 'clock'>,
  to: { send(item: T): void | Promise<void>; over(): void },
): () => void {
  const startT = clock.t()
  let isStopped = false
  let cancel = () => {}
  const next = async (from: number): Promise<void> => {
    for (let at = from; !isStopped; at += 1) {
      const item = items[at]
      if (!item) return to.over()
      const dueT = startT + item.t - fromT
      if (dueT > clock.t()) {
        cancel = clock.when(dueT, () => void next(at))
        return
      }
      try {
        await to.send(item)
      } catch {
        return to.over()
      }
    }
  }
  cancel = clock.when(startT, () => void next(0))
  return () => {
    isStopped = true
    cancel()
  }
}
