import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AnyCall } from '@backlot/contract/call'
import type { Logger } from 'pino'
import { checkGrant } from './access-check.ts'
import { PlatformError } from './platform-error.ts'
import { type Caller, RawReply, type Route } from './route.ts'
import { validate } from './validate.ts'

/** A call as it comes in, whichever door it came through. */
export type Incoming = {
  /** Undefined for public and control calls. */
  caller: Caller | undefined
  requestId: string
  idempotencyKey: string | undefined
  query: unknown
  body: unknown
  params: unknown
  request: IncomingMessage
  response: ServerResponse
}

/** Runs a call: grant, validation, handler. One for HTTP and the channel. */
export type CallRunner = (route: Route, incoming: Incoming) => Promise<unknown | RawReply>

/** `checkReplies` also parses every answer by the contract (tests): a misfit is a failure, told in full. */
export function createCallRunner(options: { log: Logger; checkReplies: boolean }): CallRunner {
  return async ({ call, handler }, incoming) => {
    if (call.access.kind === 'routes' && incoming.caller) checkGrant(call.access, incoming.caller)
    const input = {
      query: validate(call.query, incoming.query, 'query'),
      body: call.raw?.request ? undefined : validate(call.body, incoming.body, 'body'),
      params: (call.params ? validate(call.params, incoming.params, 'params') : incoming.params) as Record<
        string,
        string | number
      >,
    }
    const answer = await handler(input, {
      caller: incoming.caller as Caller,
      requestId: incoming.requestId,
      log: options.log.child({ requestId: incoming.requestId, call: call.name }),
      idempotencyKey: incoming.idempotencyKey,
      request: incoming.request,
      response: incoming.response,
    })
    if (options.checkReplies) checkReply(call, answer)
    return answer
  }
}

function checkReply(call: AnyCall, answer: unknown): void {
  if (answer instanceof RawReply) {
    if (call.raw?.reply) return
    const body: unknown = JSON.parse(Buffer.from(answer.body).toString('utf8') || 'null')
    if (answer.status !== 304) checkReply(call, (body as { data: unknown }).data)
    return
  }
  const parsed = call.data.safeParse(answer)
  if (!parsed.success) {
    const first = parsed.error.issues[0]
    throw new PlatformError(
      'failed',
      `The answer of ${call.name} breaks the contract at ${first?.path.map(String).join('.')}: ${first?.message}`,
    )
  }
}
