import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CallRunner } from '../calls/call-runner.ts'
import type { CallTable, Found } from '../calls/call-table.ts'
import { readJson } from '../calls/read-body.ts'
import type { Refuse } from '../calls/refuse.ts'
import {
  type Answer,
  dataAnswer,
  fileAnswer,
  rawAnswer,
  refusalAnswer,
  send,
  streamAnswer,
} from '../calls/reply.ts'
import { requestIdOf } from '../calls/request-identity.ts'
import { type Caller, FileReply, RawReply, StreamReply } from '../calls/route.ts'
import { requireCaller } from '../calls/session-check.ts'
import type { SessionPort } from '../calls/session-port.ts'
import { languageOf } from '../kernel/language.ts'
import { PlatformError } from '../kernel/platform-error.ts'
import { SPAN_KIND, type Span, type Tracer } from '../telemetry/tracer.ts'
import type { HostGuard } from './host-guard.ts'
import type { HttpMetrics } from './http-metrics.ts'
import type { Idempotency } from './idempotency.ts'

export type ServeCallsDeps = {
  table: CallTable
  run: CallRunner
  sessions: SessionPort
  hostGuard: HostGuard
  controlGuard: (request: IncomingMessage) => void
  idempotency: Idempotency
  metrics: HttpMetrics
  /** Present when tracing is on. */
  tracer?: Tracer | undefined
  refuse: Refuse
}

/** Takes a request over, or returns false when its path is no call. */
export type CallServer = (request: IncomingMessage, response: ServerResponse) => boolean

/** The declared calls. They come before Express (docs/decisions/0016-own-call-table-before-express.md). */
export function serveCalls(deps: ServeCallsDeps): CallServer {
  return (request, response) => {
    const url = request.url ?? '/'
    const method = request.method ?? 'GET'
    const mark = url.indexOf('?')
    const path = mark < 0 ? url : url.slice(0, mark)
    const found = deps.table.find(method, path)
    if (!found) {
      const methods = deps.table.methodsOf(path)
      if (methods.length === 0) return false
      response.setHeader('allow', methods.join(', '))
      const error = new PlatformError('methodNotAllowed', `Call ${path} with ${methods.join(' or ')}.`)
      deps.refuse(error, request, response)
      return true
    }
    const count = deps.metrics.start(method, found.route.call.path)
    const span = deps.tracer && startSpan(deps.tracer, method, found, request)
    const done = (status: number) => {
      count(status)
      span?.end({ 'http.response.status_code': status }, status >= 500 ? `status ${status}` : undefined)
    }
    const succeed = (answer: Answer) => {
      send(response, answer)
      done(answer.status)
    }
    const fail = (error: unknown) => {
      deps.refuse(error, request, response)
      done(response.statusCode)
    }
    const query = mark < 0 ? '' : url.slice(mark + 1)
    try {
      const make = () => answerCall(deps, found, query, request, response)
      const answer = span ? span.run(make) : make()
      if (answer instanceof Promise) answer.then(succeed, fail)
      else succeed(answer)
    } catch (error) {
      fail(error)
    }
    return true
  }
}

/** Named by the template of the path, as OpenTelemetry's conventions have it. */
function startSpan(
  tracer: Tracer,
  method: string,
  { route }: Found,
  { headers, url }: IncomingMessage,
): Span {
  const { traceparent } = headers
  return tracer.start(`${method} ${route.call.path}`, SPAN_KIND.server, {
    parent: typeof traceparent === 'string' ? traceparent : undefined,
    attributes: {
      'http.request.method': method,
      'http.route': route.call.path,
      'url.path': (url ?? '/').split('?')[0] ?? '/',
      'backlot.call': route.call.name,
    },
  })
}

type Answered = Answer | Promise<Answer>

function answerCall(
  deps: ServeCallsDeps,
  found: Found,
  query: string,
  request: IncomingMessage,
  response: ServerResponse,
): Answered {
  const { call } = found.route
  // A link elsewhere carries the cookie along, and some GET calls start something.
  if (call.method !== 'GET' || call.writes) deps.hostGuard.checkOrigin(request)
  const caller = callerOf(deps, found, request)
  const header = request.headers['idempotency-key']
  const idempotencyKey = call.idempotencyKey && typeof header === 'string' ? header : undefined
  const make = (body: unknown): Answered => {
    const made = deps.run(found.route, {
      caller,
      requestId: requestIdOf(response),
      idempotencyKey,
      query,
      body,
      params: found.params,
      request,
      response,
    })
    return made instanceof Promise ? made.then((done) => answerOf(done, request)) : answerOf(made, request)
  }
  if (call.method === 'GET' || call.raw?.request) return make(undefined)
  return readJson(request).then((body) => {
    if (idempotencyKey === undefined) return make(body)
    const scope = { userId: caller?.userId ?? 0, call: call.name, key: idempotencyKey, body }
    return deps.idempotency.once(scope, async () => {
      try {
        return await make(body)
      } catch (error) {
        return keepRefusal(error, request)
      }
    })
  })
}

function answerOf(made: unknown, request: IncomingMessage): Answer {
  if (made instanceof FileReply) return fileAnswer(made, request)
  if (made instanceof StreamReply) return streamAnswer(made)
  return made instanceof RawReply ? rawAnswer(made) : dataAnswer(made)
}

/** A refusal is an answer too, and repeats as one; a failure of ours is not. */
function keepRefusal(error: unknown, request: IncomingMessage): Answer {
  if (error instanceof PlatformError) return refusalAnswer(error.inLanguage(languageOf(request.headers)))
  throw error
}

function callerOf(deps: ServeCallsDeps, found: Found, request: IncomingMessage): Caller | undefined {
  const { access } = found.route.call
  if (access.kind === 'public') return undefined
  if (access.kind === 'control') {
    deps.controlGuard(request)
    return undefined
  }
  return requireCaller(deps.sessions, request)
}
