import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import type { BodyIn, Call, DataOut, QueryIn } from '@backlot/contract/call'
import { UserError } from './user-error.ts'

export type ControlTarget = { url: string; token: string | undefined }

/**
 * Where the control API is: --control, BACKLOT_CONTROL, the file that a running simulator keeps in its data folder,
 * else the default port on loopback.
 */
export function findControl(options: { control?: string; data?: string }): ControlTarget {
  const asked = options.control ?? process.env.BACKLOT_CONTROL
  const token = process.env.BACKLOT_CONTROL_TOKEN
  if (asked) return { url: asked.replace(/\/(control)?\/?$/, ''), token }
  try {
    const text = readFileSync(join(options.data ?? '.backlot', 'control.json'), 'utf8')
    const found = JSON.parse(text) as { url: string; token: string }
    return { url: found.url.replace(/\/control\/?$/, ''), token: found.token }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw new UserError(`The control file in the data folder cannot be read: ${(error as Error).message}.`)
    }
    return { url: 'http://127.0.0.1:8080', token }
  }
}

/**
 * Address of the control page. The token is behind the #, which no browser sends: the page removes it from the address
 * at once and keeps it for its tab. Without a token the page prompts for it.
 */
export function pageAddress(url: string, token: string | undefined): string {
  return `${url}/control/ui/${token === undefined ? '' : `#token=${encodeURIComponent(token)}`}`
}

function addressOf(path: string, { url }: ControlTarget): URL {
  if (!/^https?:\/\//.test(url) || !URL.canParse(path, url)) {
    throw new UserError(`--control ${url}: write it like http://127.0.0.1:8080.`)
  }
  return new URL(path, url)
}

type Reply = { code: number; msg: string; data?: unknown }

async function readReply(response: Response, { url }: ControlTarget): Promise<Reply> {
  const text = await response.text()
  try {
    const reply = JSON.parse(text) as Reply
    if (typeof reply.code === 'number') return reply
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new UserError(`${url} is not a simulator (status ${response.status}).`)
}

/** Makes a control call. A refusal or an absent simulator is the user's to mend. */
export async function controlCall<C extends Call>(
  target: ControlTarget,
  call: C,
  input: { query?: QueryIn<C>; body?: BodyIn<C>; params?: Record<string, string> } = {},
): Promise<DataOut<C>> {
  const { body } = input
  const response = await send(target, call, input, body === undefined ? {} : jsonBody(body))
  return dataOf(call, await readReply(response, target))
}

/** Makes a control call whose body is bytes. */
export async function controlUpload<C extends Call>(
  target: ControlTarget,
  call: C,
  query: QueryIn<C>,
  body: { type: string; bytes: Readable; sizeBytes: number },
): Promise<DataOut<C>> {
  const init = {
    headers: { 'content-type': body.type, 'content-length': String(body.sizeBytes) },
    body: Readable.toWeb(body.bytes),
    duplex: 'half' as const,
  }
  return dataOf(call, await readReply(await send(target, call, { query }, init), target))
}

/** Makes a control call whose reply is raw bytes, which come as they come. */
export async function controlStream<C extends Call>(
  target: ControlTarget,
  call: C,
  input: { query?: QueryIn<C>; params?: Record<string, string>; signal?: AbortSignal },
): Promise<NodeReadableStream<Uint8Array>> {
  const { signal } = input
  const response = await send(target, call, input, signal === undefined ? {} : { signal })
  const isRaw = response.headers.get('content-type')?.startsWith(call.raw?.reply ?? '\n') === true
  if (!response.ok || !isRaw || !response.body) dataOf(call, await readReply(response, target))
  return response.body as NodeReadableStream<Uint8Array>
}

function dataOf<C extends Call>(call: C, reply: Reply): DataOut<C> {
  if (reply.code !== 0) throw new UserError(`${call.path}: ${reply.msg} (code ${reply.code})`)
  return call.data.parse(reply.data) as DataOut<C>
}

const jsonBody = (body: unknown) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

async function send(
  target: ControlTarget,
  call: Call,
  { query, params }: { query?: unknown; params?: Record<string, string> | undefined },
  init: {
    headers?: Record<string, string>
    body?: string | NodeReadableStream
    duplex?: 'half'
    signal?: AbortSignal
  },
): Promise<Response> {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''))
  const url = addressOf(path, target)
  for (const [key, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined) url.searchParams.set(key, String(value))
  }
  const headers = { ...init.headers, ...(target.token ? { authorization: `Bearer ${target.token}` } : {}) }
  try {
    return await fetch(url, { ...init, method: call.method, headers })
  } catch {
    throw new UserError(
      `No simulator answers at ${target.url}: start one with 'backlot start', or give its address with --control.`,
    )
  }
}
