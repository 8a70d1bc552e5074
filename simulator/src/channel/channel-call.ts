import { type IncomingMessage, ServerResponse } from 'node:http'
import { CODES } from '@backlot/contract/codes'
import type { CallRunner } from '../calls/call-runner.ts'
import { asPlatformError } from '../calls/reply.ts'
import { type Caller, JsonBytes, RawReply, type Route } from '../calls/route.ts'
import { languageOf } from '../kernel/language.ts'

/** Runs a call that came over the channel; never throws. */
export type ChannelCall = (
  call: string,
  body: unknown,
  caller: Caller,
  request: IncomingMessage,
) => Promise<{ code: number; msg: string; data: unknown }>

/** Calls over the channel: the same handlers, grants and validation as over HTTP. */
export function createChannelCall(routes: readonly Route[], run: CallRunner): ChannelCall {
  const byName = new Map(routes.map((route) => [route.call.name, route]))
  let count = 0
  return async (name, body, caller, request) => {
    const route = byName.get(name)
    if (!route) return { code: CODES.notFound, msg: `There is no call ${name}.`, data: {} }
    if (route.call.raw) {
      return { code: CODES.invalid, msg: `${name} carries bytes and is asked over HTTP only.`, data: {} }
    }
    try {
      const data = await run(route, {
        caller,
        requestId: `channel-${(++count).toString(36)}`,
        idempotencyKey: undefined,
        ...(route.call.method === 'GET' ? { query: queryText(body), body: undefined } : { query: '', body }),
        params: {},
        request,
        // Handlers that are served here write no headers; one that did would write them to nobody.
        response: new ServerResponse(request),
      })
      return { code: CODES.ok, msg: '', data: plainData(data) }
    } catch (error) {
      const { code, message, field } = asPlatformError(error, languageOf(request.headers))
      return { code, msg: message, data: field === undefined ? {} : { field } }
    }
  }
}

/** Query of a GET call; over the channel it is in the body, as the text of a query. */
function queryText(body: unknown): string {
  if (typeof body !== 'object' || body === null) return ''
  const entries = Object.entries(body).filter(([, value]) => value !== undefined && value !== null)
  const query = new URLSearchParams()
  for (const [name, value] of entries) query.append(name, String(value))
  return query.toString()
}

/** Plain values of a handler's answer: lists may be JSON already, or a body made for HTTP. */
function plainData(answer: unknown): unknown {
  if (answer instanceof JsonBytes) return answer.parse()
  if (!(answer instanceof RawReply)) return answer
  return (JSON.parse(Buffer.from(answer.body).toString('utf8')) as { data: unknown }).data
}
