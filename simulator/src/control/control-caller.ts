import type { IncomingMessage, ServerResponse } from 'node:http'
import type { BodyIn, Call, DataOut, QueryIn } from '@backlot/contract/call'
import type { CallRunner } from '../calls/call-runner.ts'
import type { Route } from '../calls/route.ts'
import { PlatformError } from '../kernel/platform-error.ts'

/**
 * Makes a control call of the simulator in this process: checked, done and logged as one that came over HTTP, without
 * the way through a socket. Rejects with a PlatformError on any refusal.
 */
export type ControlCaller = <C extends Call>(
  call: C,
  input?: { query?: QueryIn<C>; body?: BodyIn<C>; params?: Record<string, string> },
) => Promise<DataOut<C>>

/** `run` is the runner of the listener, `routes` are those of the control API. */
export function createControlCaller(routes: readonly Route[], run: CallRunner): ControlCaller {
  const byName = new Map(routes.map((route) => [route.call.name, route]))
  let calls = 0
  return async (call, input = {}) => {
    const route = byName.get(call.name)
    if (!route) throw new PlatformError('notFound', `${call.name} is not a call of the control API.`)
    const answer = await run(route, {
      caller: undefined,
      requestId: `in-process-${++calls}`,
      idempotencyKey: undefined,
      query: queryText(input.query),
      body: call.method === 'GET' ? undefined : (input.body ?? {}),
      params: input.params ?? {},
      request: FROM_HERE as IncomingMessage,
      response: {} as ServerResponse,
    })
    return call.data.parse(answer) as DataOut<typeof call>
  }
}

/** Fields of a request that the logs need. */
const FROM_HERE = { socket: { remoteAddress: '127.0.0.1' }, headers: {} } as unknown

function queryText(query: unknown): string {
  const text = new URLSearchParams()
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined) text.set(name, String(value))
  }
  return text.toString()
}
