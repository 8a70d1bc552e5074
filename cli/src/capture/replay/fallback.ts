import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { PLATFORM_CALLS } from '@backlot/contract/calls'
import { controlSetClock } from '@backlot/contract/control/calls'
import { createSimulator } from '@backlot/simulator/create-simulator'
import { Operator } from '@backlot/testing/operator'
import type { Request, Response } from 'express'
import { AS_DATA, createPlatformProxy } from '../../console-server/platform-proxy.ts'
import { controlCall } from '../../control-client.ts'

/** A simulator that answers requests missing in a recording. */
export type Fallback = AsyncDisposable & {
  answer(request: Request, response: Response, body: Buffer | undefined): Promise<void>
  socket(request: IncomingMessage, socket: Duplex, head: Buffer): void
  channelCall(name: string, body: unknown): Promise<{ code: number; msg: string; data: unknown }>
}

type Refuse = (error: unknown, request: IncomingMessage, response: ServerResponse) => void

const PASSED_ON = ['content-type', 'content-disposition', 'content-range', 'accept-ranges', 'location']

/** Starts one at the recorded time and signs in as its administrator: the recorded session means nothing to it. */
export async function openFallback(
  seed: number | undefined,
  nowMs: number,
  refuse: Refuse,
): Promise<Fallback> {
  const simulator = await createSimulator({
    port: 0,
    data: ':memory:',
    timeline: false,
    logLevel: 'error',
    ...(seed === undefined ? {} : { seed }),
  })
  const target = { url: simulator.url, token: simulator.controlToken }
  await controlCall(target, controlSetClock, { body: { action: 'jump', toMs: Math.round(nowMs) } })
  const { cookie } = await Operator.signIn(
    simulator.url,
    simulator.signIn.loginName,
    simulator.signIn.password,
  )
  const origin = new URL(simulator.url)
  const proxy = createPlatformProxy({ insecure: false, ca: undefined, secure: false, refuse })

  async function ask(
    method: string,
    path: string,
    headers: Record<string, string>,
    body: string | Uint8Array<ArrayBuffer> | null,
  ) {
    // A path that begins with two slashes is not the name of a host.
    return fetch(`${origin.origin}${path}`, {
      method,
      redirect: 'manual',
      headers: { ...headers, cookie },
      body,
    })
  }
  return {
    async answer({ method, originalUrl, headers }, response, body) {
      const own = Object.fromEntries(
        ['accept-language', 'content-type', 'range', 'idempotency-key'].flatMap((name) => {
          const value = headers[name]
          return typeof value === 'string' ? [[name, value] as const] : []
        }),
      )
      const answer = await ask(method, originalUrl, own, body === undefined ? null : new Uint8Array(body))
      response.status(answer.status).set(AS_DATA)
      for (const name of PASSED_ON) {
        const value = answer.headers.get(name)
        if (value !== null) response.setHeader(name, value)
      }
      response.end(Buffer.from(await answer.arrayBuffer()))
    },
    socket(request, socket, head) {
      proxy.passSocket(request, socket, head, origin)
    },
    async channelCall(name, body) {
      const call = PLATFORM_CALLS.find((one) => one.name === name)
      if (!call) return { code: 404, msg: `There is no call ${name}.`, data: null }
      const asked = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
      const isRead = call.method === 'GET'
      const query = new URLSearchParams(
        Object.entries(asked).map(([key, value]): [string, string] => [key, String(value)]),
      )
      const answer = isRead
        ? await ask('GET', `${call.path}?${query}`, {}, null)
        : await ask('POST', call.path, { 'content-type': 'application/json' }, JSON.stringify(asked))
      const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data?: unknown }
      return { code, msg, data: data ?? null }
    },
    async [Symbol.asyncDispose]() {
      proxy[Symbol.dispose]()
      await simulator[Symbol.asyncDispose]()
    },
  }
}
