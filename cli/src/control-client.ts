import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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

type Input<C extends Call> = {
  query?: QueryIn<C>
  body?: BodyIn<C>
  params?: Record<string, string>
  signal?: AbortSignal
}

/** Rejects with a UserError when nobody answers. */
async function ask<C extends Call>(target: ControlTarget, call: C, input: Input<C>): Promise<Response> {
  const path = call.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(input.params?.[name] ?? ''),
  )
  const url = addressOf(path, target)
  for (const [key, value] of Object.entries((input.query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined) url.searchParams.set(key, String(value))
  }
  try {
    return await fetch(url, {
      method: call.method,
      headers: {
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(target.token ? { authorization: `Bearer ${target.token}` } : {}),
      },
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      ...(input.signal === undefined ? {} : { signal: input.signal }),
    })
  } catch {
    throw new UserError(
      `No simulator answers at ${target.url}: start one with 'backlot start', or give its address with --control.`,
    )
  }
}

const refused = (call: Call, reply: Reply) => new UserError(`${call.path}: ${reply.msg} (code ${reply.code})`)

/** Makes a control call. A refusal or an absent simulator is the user's to mend. */
export async function controlCall<C extends Call>(
  target: ControlTarget,
  call: C,
  input: Input<C> = {},
): Promise<DataOut<C>> {
  const reply = await readReply(await ask(target, call, input), target)
  if (reply.code !== 0) throw refused(call, reply)
  return call.data.parse(reply.data) as DataOut<C>
}

/** Makes a control call whose reply is raw bytes, which come as they come. */
export async function controlStream<C extends Call>(
  target: ControlTarget,
  call: C,
  input: Input<C>,
): Promise<ReadableStream<Uint8Array>> {
  const response = await ask(target, call, input)
  const isRaw = response.headers.get('content-type')?.startsWith(call.raw?.reply ?? '\n') === true
  if (response.ok && isRaw && response.body) return response.body
  throw refused(call, await readReply(response, target))
}
