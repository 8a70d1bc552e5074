import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AnyCall } from '@backlot/contract/call'
import { statusesOf, statusOf } from '@backlot/contract/call-replies'
import type { Logger } from 'pino'
import type { Named } from '../kernel/language.ts'
import { PlatformError } from '../kernel/platform-error.ts'
import { checkGrant, checkPassword, checkReach } from './access-check.ts'
import type { CallRate } from './call-rate.ts'
import { clientAddressOf } from './client-address.ts'
import { createQueryParser } from './query-parser.ts'
import { asPlatformError } from './reply.ts'
import {
  type Caller,
  FileReply,
  type HandlerContext,
  JsonBytes,
  RawReply,
  type Route,
  StreamReply,
} from './route.ts'
import { validate } from './validate.ts'

/** A call as it comes in, whichever way it came. */
export type Incoming = {
  /** Undefined for public and control calls. */
  caller: Caller | undefined
  requestId: string
  idempotencyKey: string | undefined
  /** Query text without its question mark. */
  query: string
  body: unknown
  params: unknown
  request: IncomingMessage
  response: ServerResponse
  /** Where a changing call notes what it did. */
  noted?: { detail?: Readonly<Record<string, unknown>> }
}

/**
 * Runs a call: grant, validation, handler. One for HTTP and the channel. Answers at once when the handler does (a
 * cached list goes out without a turn of the event loop), else a promise.
 */
export type CallRunner = (route: Route, incoming: Incoming) => unknown

/** A changing call, once it was answered or refused. */
export type AnsweredCall = {
  call: AnyCall
  /** Undefined for public and control calls. */
  caller: Caller | undefined
  body: unknown
  params: unknown
  /** 0 is success; `message` is the reason of a refusal, in both languages where it has them. */
  code: number
  message: Named
  address: string
  requestId: string
  /** What it did, in its handler's words. */
  detail?: Readonly<Record<string, unknown>>
  /** Values that each listener took when the call came in. */
  before: unknown
  /** When it came in, by the clock of who listens. */
  beganMs: number
}

/** Observer of changing calls. It must not take time. */
export type CallObserver = {
  now(): number
  /** Before the call changes anything: the returned value comes back with `answered`. The input is not checked yet. */
  came?(call: AnyCall, input: Pick<Incoming, 'body' | 'params'>): unknown
  answered(call: AnsweredCall): void
}

/**
 * `checkReplies` also checks every answer against the contract (tests): invalid data, or a refusal whose status the
 * call does not declare, is a failure, reported in full.
 */
export function createCallRunner(options: {
  log: Logger
  checkReplies: boolean
  observer?: CallObserver
  /** Undefined: who is signed in may call as often as they like. */
  rate?: CallRate | undefined
}): CallRunner {
  const plain = createPlainRunner(options)
  const run = options.checkReplies ? checkRefusals(plain) : plain
  const { observer, rate } = options
  return (route, incoming) => {
    // First of all: calls without end are no actions, and fill no log.
    if (rate && incoming.caller) rate(incoming.caller)
    return observer && route.call.writes ? runTold(run, observer, route, incoming) : run(route, incoming)
  }
}

/** Runs a changing call and reports its result. */
function runTold(run: CallRunner, observer: CallObserver, route: Route, incoming: Incoming): unknown {
  const beganMs = observer.now()
  const before = observer.came?.(route.call, incoming)
  const noted: NonNullable<Incoming['noted']> = {}
  const tell = (error?: unknown) => {
    const refusal = error === undefined ? undefined : asPlatformError(error)
    observer.answered({
      call: route.call,
      caller: incoming.caller,
      body: incoming.body,
      params: incoming.params,
      code: refusal?.code ?? 0,
      message: { zh: refusal?.inLanguage('zh').message ?? '', en: refusal?.inLanguage('en').message ?? '' },
      address: clientAddressOf(incoming.request),
      requestId: incoming.requestId,
      ...noted,
      before,
      beganMs,
    })
  }
  const refused = (error: unknown): never => {
    tell(error)
    throw error
  }
  try {
    const answer = run(route, { ...incoming, noted })
    if (answer instanceof Promise) {
      return answer.then((made: unknown) => {
        tell()
        return made
      }, refused)
    }
    tell()
    return answer
  } catch (error) {
    return refused(error)
  }
}

function createPlainRunner(options: { log: Logger; checkReplies: boolean }): CallRunner {
  const parseQuery = createQueryParser()
  return ({ call, handler }, incoming) => {
    if (incoming.caller) checkPassword(call, incoming.caller)
    if (call.access.kind === 'routes' && incoming.caller) checkGrant(call.access, incoming.caller)
    if (call.changes && incoming.caller) checkReach(call, incoming.caller)
    if (call.raw?.request) checkRawType(call.raw.request, incoming.request)
    const hasNoBody = call.raw?.request || (call.method === 'GET' && incoming.body === undefined)
    const input = {
      query: parseQuery(call, incoming.query),
      body: hasNoBody ? undefined : validate(call.body, incoming.body, 'body'),
      params: (call.params ? validate(call.params, incoming.params, 'params') : incoming.params) as Record<
        string,
        string | number
      >,
    }
    const answer = handler(input, new CallContext(call.name, incoming, options.log))
    if (!options.checkReplies) return answer
    return answer instanceof Promise
      ? answer.then((made: unknown) => checkReply(call, made))
      : checkReply(call, answer)
  }
}

class CallContext implements HandlerContext {
  readonly caller: Caller
  readonly requestId: string
  readonly idempotencyKey: string | undefined
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly #noted: Incoming['noted']
  readonly #callName: string
  readonly #log: Logger

  constructor(callName: string, incoming: Incoming, log: Logger) {
    // Handlers of calls that need no session do not ask who calls.
    this.caller = incoming.caller as Caller
    this.requestId = incoming.requestId
    this.idempotencyKey = incoming.idempotencyKey
    this.request = incoming.request
    this.response = incoming.response
    this.#noted = incoming.noted
    this.#callName = callName
    this.#log = log
  }

  note(detail: Readonly<Record<string, unknown>>): void {
    if (this.#noted) this.#noted.detail = detail
  }

  /** Made on demand: a child logger costs as much as a cached list. */
  get log(): Logger {
    return this.#log.child({ requestId: this.requestId, call: this.#callName })
  }
}

/** Turns a refusal that the call does not declare into a failure. */
function checkRefusals(run: CallRunner): CallRunner {
  const known = new Map<string, ReadonlySet<number>>()
  const check = ({ call }: Route, error: unknown): never => {
    const { code, message } = asPlatformError(error)
    const statuses = known.get(call.name) ?? statusesOf(call)
    known.set(call.name, statuses)
    if (statuses.has(statusOf(code))) throw error
    throw new PlatformError('failed', `${call.name} does not declare the refusal ${code}: ${message}`)
  }
  return (route, incoming) => {
    try {
      const answer = run(route, incoming)
      return answer instanceof Promise ? answer.catch((error: unknown) => check(route, error)) : answer
    } catch (error) {
      return check(route, error)
    }
  }
}

function checkReply(call: AnyCall, answer: unknown): unknown {
  if (answer instanceof StreamReply) return answer
  if (answer instanceof FileReply && !call.raw?.parts)
    throw new PlatformError('failed', `${call.name} answers a file in parts, and does not say so.`)
  if (answer instanceof RawReply) {
    if (call.raw?.reply || answer.status === 304) return answer
    const body: unknown = JSON.parse(Buffer.from(answer.body).toString('utf8'))
    checkReply(call, (body as { data: unknown }).data)
    return answer
  }
  const parsed = call.data.safeParse(answer instanceof JsonBytes ? answer.parse() : answer)
  if (!parsed.success) {
    const first = parsed.error.issues[0]
    throw new PlatformError(
      'failed',
      `The answer of ${call.name} breaks the contract at ${first?.path.map(String).join('.')}: ${first?.message}`,
    )
  }
  return answer
}

/** The body of a call that takes bytes has one of its types; looked at after the right to make the call. */
function checkRawType(accepted: readonly string[], request: Incoming['request']): void {
  const type = (request.headers['content-type'] ?? '').toLowerCase().split(';')[0]!.trim()
  if (!accepted.includes(type)) {
    throw new PlatformError('unsupportedMediaType', `Send one of ${accepted.join(', ')}.`)
  }
}
