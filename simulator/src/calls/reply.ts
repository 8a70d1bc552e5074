import type { IncomingMessage, ServerResponse } from 'node:http'
import { CODES, HTTP_STATUS } from '@backlot/contract/codes'
import type { Language } from '../kernel/language.ts'
import { PlatformError } from '../kernel/platform-error.ts'
import { byteRangeOf, contentRange, outsideOf } from './byte-range.ts'
import { requestIdOf } from './request-identity.ts'
import { type FileReply, JsonBytes, RawReply, type StreamReply } from './route.ts'
import { SECURITY_HEADERS } from './security-headers.ts'

/** A finished answer, before it is written. */
export type Answer = {
  status: number
  headers: Readonly<Record<string, string>>
  body: Uint8Array | string | BodyParts
  /** Writes the rest after the head, as it comes; there is no other body then. */
  begin?: StreamReply['begin']
}

/** A body that goes out in several writes, which the socket gathers into one. */
export type BodyParts = readonly (string | Uint8Array)[]

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }

/** Success with its data, in the platform's envelope. */
export function dataAnswer(data: unknown): Answer {
  return { status: 200, headers: JSON_HEADERS, body: dataBody(data) }
}

/** Success with words for the caller beside its data. */
export function messageReply(msg: string, data: unknown): RawReply {
  return new RawReply(JSON.stringify({ code: CODES.ok, msg, data }), JSON_HEADERS)
}

/** The envelope of a success as JSON. */
export function dataBody(data: unknown): string | BodyParts {
  if (!(data instanceof JsonBytes)) return JSON.stringify({ code: CODES.ok, msg: '', data })
  return [`{"code":${CODES.ok},"msg":"","data":`, ...data.parts, '}']
}

/** A body as one buffer. */
export function wholeBody(body: string | BodyParts): Buffer {
  if (typeof body === 'string') return Buffer.from(body)
  return Buffer.concat(body.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)))
}

/** A refusal in the envelope; `field` names the wrong field of the input. */
export function refusalAnswer(error: PlatformError): Answer {
  const body = error.field === undefined ? {} : { data: { field: error.field } }
  const { retryAfterSeconds: wait } = error
  return {
    status: HTTP_STATUS[error.code] ?? 200,
    headers: wait === undefined ? JSON_HEADERS : { ...JSON_HEADERS, 'retry-after': String(wait) },
    body: JSON.stringify({ code: error.code, msg: error.message, ...body }),
  }
}

export function rawAnswer(reply: RawReply): Answer {
  return { status: reply.status, headers: reply.headers, body: reply.body }
}

/** A file, or the requested part of it. */
export function fileAnswer(reply: FileReply, request: IncomingMessage): Answer {
  const { status, body } = reply
  const headers: Record<string, string> = { ...reply.headers, 'accept-ranges': 'bytes' }
  if (status !== 200) return { status, headers, body }
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const range = byteRangeOf(request, bytes.length, headers['etag'])
  if (range === 'whole') return { status, headers, body }
  const ranged = { 'content-range': contentRange(range, bytes.length) }
  if (range === 'unsatisfiable') {
    const error = new PlatformError('rangeNotSatisfiable', outsideOf(bytes.length))
    const refused = refusalAnswer(error)
    return { ...refused, headers: { ...refused.headers, ...ranged } }
  }
  return {
    status: 206,
    headers: { ...headers, ...ranged },
    body: bytes.subarray(range.first, range.last + 1),
  }
}

export function streamAnswer({ headers, begin }: StreamReply): Answer {
  return { status: 200, headers, body: '', begin }
}

/**
 * Writes an answer, without its body for HEAD and 304. Does nothing when the caller has gone. All headers go out in one
 * list: setting them one by one costs a tenth of a cached answer.
 */
export function send(response: ServerResponse, answer: Answer): void {
  if (response.headersSent || response.destroyed) return
  const headers = ['x-request-id', requestIdOf(response), ...SECURITY_HEADERS]
  for (const name of response.getHeaderNames()) {
    const value = response.getHeader(name)
    response.removeHeader(name)
    if (headers.includes(name)) continue
    for (const one of Array.isArray(value) ? value : [String(value)]) headers.push(name, one)
  }
  for (const name in answer.headers) headers.push(name, answer.headers[name]!)
  const isEmpty = answer.status === 304 || answer.status === 204
  const { body } = answer
  if (!isEmpty && !answer.begin) headers.push('content-length', String(lengthOf(body)))
  response.writeHead(answer.status, headers)
  if (isEmpty || response.req.method === 'HEAD') response.end()
  else if (answer.begin) answer.begin(response)
  else if (isWhole(body)) response.end(body)
  else {
    for (const part of body) response.write(part)
    response.end()
  }
}

const isWhole = (body: Answer['body']): body is string | Uint8Array =>
  typeof body === 'string' || body instanceof Uint8Array

function lengthOf(body: Answer['body']): number {
  if (typeof body === 'string') return Buffer.byteLength(body)
  return body instanceof Uint8Array ? body.byteLength : body.reduce((sum, part) => sum + lengthOf(part), 0)
}

/**
 * Any thrown value as a refusal, in a language where it has texts in both; anything but a PlatformError is our fault
 * and is not shown to the caller.
 */
export function asPlatformError(error: unknown, language: Language = 'en'): PlatformError {
  if (error instanceof PlatformError) return error.inLanguage(language)
  if (error instanceof Error && 'code' in error && typeof error.code === 'number') {
    const field = 'field' in error && typeof error.field === 'string' ? error.field : undefined
    return new PlatformError(error.code, error.message, field)
  }
  return new PlatformError('failed', 'Internal error. See the log of the platform.')
}
