import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AnyCall, BodyOut, Call, DataIn, QueryOut } from '@backlot/contract/call'
import type { Logger } from 'pino'
import type { ScopeIntervals } from './scope.ts'

/** Who makes a call, as the session check found it. */
export type Caller = {
  sessionId: string
  userId: number
  loginName: string
  name: string
  /** User type; 0 may process alarms again. */
  type: number
  firstProcess: number
  /** Signed in with a one-time password, which must be changed before anything else. */
  mustChangePassword: boolean
  permission: ReadonlySet<string>
  systemFunction: number
  /** Part of the device tree that the caller may see. */
  scope: ScopeIntervals
  language: 'zh' | 'en'
}

export type HandlerContext = {
  /** Present unless the call is public or a control call. */
  caller: Caller
  requestId: string
  log: Logger
  idempotencyKey: string | undefined
  /** Keeps what a changing call did for the user log, where its area does not write a row there itself. */
  note(detail: Readonly<Record<string, unknown>>): void
  /** For sign-in (cookies, address), raw uploads and raw replies only. */
  request: IncomingMessage
  response: ServerResponse
}

export type HandlerInput<C extends Call> = {
  query: QueryOut<C>
  body: BodyOut<C>
  params: Record<string, string | number>
}

/** A raw answer in place of the envelope: bytes with their type (tiles, pictures), or a cached JSON body. */
export class RawReply {
  readonly body: Uint8Array | string
  readonly headers: Readonly<Record<string, string>>
  readonly status: number
  constructor(body: Uint8Array | string, headers: Readonly<Record<string, string>>, status = 200) {
    this.body = body
    this.headers = headers
    this.status = status
  }
}

/** A file as a raw answer. Parts of it may be requested (RFC 9110 §14). */
export class FileReply extends RawReply {}

/**
 * Data of an answer that is JSON already (the database wrote it), in parts: they are neither parsed and written again
 * nor copied together.
 */
export class JsonBytes {
  readonly parts: readonly (string | Buffer)[]
  constructor(parts: readonly (string | Buffer)[]) {
    this.parts = parts
  }

  /** All of it, parsed. */
  parse(): unknown {
    return JSON.parse(this.parts.join(''))
  }
}

/** An answer that lasts while the client listens: the head is sent at once, the rest as it comes. */
export class StreamReply {
  readonly headers: Readonly<Record<string, string>>
  readonly begin: (response: ServerResponse) => void
  constructor(headers: Readonly<Record<string, string>>, begin: (response: ServerResponse) => void) {
    this.headers = headers
    this.begin = begin
  }
}

export type Route = {
  call: AnyCall
  handler: (input: HandlerInput<AnyCall>, context: HandlerContext) => unknown
}

type Replies = RawReply | JsonBytes | StreamReply

/** Binds a handler to its call; the compiler checks input and answer against the contract. */
export function route<C extends Call>(
  call: C,
  handler: (
    input: HandlerInput<C>,
    context: HandlerContext,
  ) => DataIn<C> | Replies | Promise<DataIn<C> | Replies>,
): Route {
  return { call: call as unknown as AnyCall, handler: handler as Route['handler'] }
}
