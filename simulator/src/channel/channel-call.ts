import { ServerResponse } from 'node:http'
import { CODES } from '@backlot/contract/codes'
import type { CallRunner } from '../http/call-runner.ts'
import { asPlatformError } from '../http/reply.ts'
import { JsonBytes, RawReply, type Route } from '../http/route.ts'
import type { ChannelCall } from './create-hub.ts'

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
        query: '',
        body,
        params: {},
        request,
        // Handlers that are served here write no headers; one that did would write them to nobody.
        response: new ServerResponse(request),
      })
      return { code: CODES.ok, msg: '', data: plainData(data) }
    } catch (error) {
      const { code, message, field } = asPlatformError(error)
      return { code, msg: message, data: field === undefined ? {} : { field } }
    }
  }
}

/** What a handler answered as values: lists may be JSON already, or a body kept for HTTP. */
function plainData(answer: unknown): unknown {
  if (answer instanceof JsonBytes) return answer.parse()
  if (!(answer instanceof RawReply)) return answer
  return (JSON.parse(Buffer.from(answer.body).toString('utf8')) as { data: unknown }).data
}
