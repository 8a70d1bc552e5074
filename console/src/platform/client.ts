import { type PlatformReply, readReply } from '@backlot/contract/adapters/call-reply'
import {
  type CallParts,
  lacksCall,
  type PlatformRequest,
  platformRequest,
} from '@backlot/contract/adapters/call-request'
import { STANDARD_ADAPTER } from '@backlot/contract/adapters/platform-adapter'
import type { AnyCall, BodyIn, Call, DataOut, QueryIn } from '@backlot/contract/call'
import { CODES } from '@backlot/contract/codes'
import { SIMULATED_HEADER } from '@backlot/contract/console-config'
import { LIMITS } from '@backlot/contract/limits'
import { config, platformAddress } from './config.ts'
import { noteCall, noteProblem } from './diagnostics.ts'
import { notAuthorisedArgument, reportNotAuthorised } from './not-authorised.ts'
import { CLIENT_CODES, isMissingStatus, PlatformReplyError } from './platform-reply-error.ts'
import { readTolerantly, UnreadableReply } from './read-rows.ts'
import { sessionId } from './session-id.ts'

export type CallInput<C extends Call> = {
  query?: QueryIn<C>
  body?: BodyIn<C>
  params?: Record<string, string | number>
  signal?: AbortSignal
  /** Bytes in place of a JSON body, for raw calls. */
  bytes?: Blob
  /** The reply is read when this has come: reading much of it would delay more urgent work. */
  readAfter?: Promise<void>
  /** The browser sends it to the end also when the page goes away meanwhile: over HTTP, nobody hears the answer. */
  outlivesPage?: boolean
}

/**
 * Makes a call of the contract and answers its data. Rejects with PlatformReplyError when the platform refuses, cannot
 * be reached or answers invalid data; with the signal's reason when aborted. Network failures and 5xx are tried again
 * twice after a second, writes only when the contract lets them be repeated with one idempotency key. Codes of
 * authorisation also reach the one handler.
 */
export async function request<C extends Call>(call: C, input: CallInput<C> = {}): Promise<DataOut<C>> {
  return (await requestReply(call, input)).data
}

/** As `request`, with the platform's message of success; empty without one. */
export async function requestReply<C extends Call>(
  call: C,
  input: CallInput<C> = {},
): Promise<{ data: DataOut<C>; msg: string }> {
  const { adapter } = config()
  if (lacksCall(adapter, call.name)) throw failure(call, CLIENT_CODES.callMissing, '', CODES.notFound)
  if (!input.outlivesPage && overChannel?.offers(call.name)) {
    const answer = await askOverChannel(overChannel, call, input)
    if (answer !== 'overHttp') return answer
  }
  const parts: CallParts = {
    params: input.params,
    query: input.query,
    body: input.body,
    sessionId: sessionId(),
  }
  const asked = platformRequest(adapter, anyOf(call), parts)
  const address = platformAddress(asked.path)
  const init = callInit(call, asked, input)
  const attempts = mayRepeat(call) ? 1 + LIMITS.httpRetries : 1
  for (let attempt = 1; ; attempt += 1) {
    const reply = await send(address, init)
    const mayTry = attempt < attempts && !input.signal?.aborted
    if ((reply === undefined || reply.status >= 500) && mayTry) {
      await beforeAgain(input.signal)
      continue
    }
    input.signal?.throwIfAborted()
    if (reply) {
      await input.readAfter
      const body = await readBody(call, reply)
      if (body !== 'broken') return readAnswer(call, reply, body.json, parts)
      input.signal?.throwIfAborted()
      if (mayTry) {
        await beforeAgain(input.signal)
        continue
      }
    }
    noteCall('failed')
    throw failure(call, CLIENT_CODES.unreachable, 'unreachable', 0)
  }
}

/** The real-time channel as a way for calls. */
export type ChannelCaller = {
  offers(callName: string): boolean
  /** The platform answered a call over HTTP. */
  answered(): void
  request<C extends Call>(
    call: C,
    body: BodyIn<C> | QueryIn<C>,
    language?: 'zh' | 'en',
  ): Promise<{ data: DataOut<C>; msg: string }>
}
let overChannel: ChannelCaller | undefined

/** Calls that the platform takes over the channel go there from now on. */
export function callOver(channel: ChannelCaller | undefined): void {
  overChannel = channel
}

/** Calls that change something and may be made twice: the second is as the first. */
const MADE_TWICE: ReadonlySet<string> = new Set(['liveVideo.start', 'liveVideo.stop'])

/**
 * Makes a call over the channel. Answers 'overHttp' when the line broke and the call may be made again, or its answer
 * is too long for the channel. Rejects as `request` does.
 */
async function askOverChannel<C extends Call>(
  channel: ChannelCaller,
  call: C,
  { query, body, signal, readAfter }: CallInput<C>,
): Promise<{ data: DataOut<C>; msg: string } | 'overHttp'> {
  const language = document.documentElement.lang === 'en' ? 'en' : 'zh'
  const asked = (call.method === 'GET' ? (query ?? {}) : body) as BodyIn<C> | QueryIn<C>
  try {
    const answer = await unlessAborted(channel.request(call, asked, language), signal)
    await readAfter
    noteCall('ok')
    return answer
  } catch (error) {
    signal?.throwIfAborted()
    if (!(error instanceof PlatformReplyError)) throw error
    const isSafe = !call.writes || MADE_TWICE.has(call.name)
    const isDown = error.code === CLIENT_CODES.channelDown
    if ((isDown || error.code === CODES.tooLarge) && isSafe) return 'overHttp'
    noteCall(isDown ? 'failed' : 'refused')
    // Whether it was carried out nobody knows: as when HTTP brings no answer.
    if (isDown) throw failure(call, CLIENT_CODES.unreachable, 'unreachable', 0)
    const argument = notAuthorisedArgument(error.code, error.httpStatus)
    if (argument !== undefined) reportNotAuthorised(argument, error.msg)
    throw error
  }
}

/** The promise's answer, or the signal's reason as soon as it is aborted. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** The client is generic over calls, the adapter reads them all alike. */
const anyOf = (call: Call) => call as AnyCall

const mayRepeat = (call: Call): boolean => !call.writes || call.idempotencyKey === true

function callInit(
  call: Call,
  asked: PlatformRequest,
  input: Pick<CallInput<Call>, 'signal' | 'bytes' | 'outlivesPage'>,
): RequestInit {
  const headers: Record<string, string> = {
    'Accept-Language': document.documentElement.lang || 'zh',
    ...asked.headers,
  }
  const init: RequestInit = { method: asked.method, credentials: 'include', headers }
  if (input.signal) init.signal = input.signal
  if (input.outlivesPage) init.keepalive = true
  if (input.bytes) {
    headers['Content-Type'] = input.bytes.type
    init.body = input.bytes
  } else if (asked.body !== undefined) init.body = asked.body
  if (call.idempotencyKey) headers['Idempotency-Key'] = crypto.randomUUID?.() ?? fallbackKey()
  return init
}

/** Keys outside a secure context, where randomUUID is missing. */
function fallbackKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

/** A reply, or undefined when the network failed. Aborts are thrown. */
async function send(address: string, init: RequestInit): Promise<Response | undefined> {
  try {
    return await fetch(address, init)
  } catch (error) {
    if (init.signal?.aborted) throw error
    return undefined
  }
}

async function readAnswer<C extends Call>(
  call: C,
  reply: Response,
  body: unknown,
  sent: CallParts,
): Promise<{ data: DataOut<C>; msg: string }> {
  const read: PlatformReply = { status: reply.status, body, header: (name) => reply.headers.get(name) }
  // What a simulator answers in the platform's place is in the contract's form.
  const adapter = reply.headers.has(SIMULATED_HEADER) ? STANDARD_ADAPTER : config().adapter
  const envelope = readReply(adapter, anyOf(call), read, sent)
  // A proxy has an envelope of its own for a platform that is away.
  if (envelope && reply.status < 500) overChannel?.answered()
  if (!envelope) {
    noteCall('failed')
    const argument = notAuthorisedArgument(reply.status === 401 ? CODES.notSignedIn : 0, reply.status)
    if (argument !== undefined) reportNotAuthorised(argument, '')
    // The page of a proxy whose platform is gone has no more information.
    const unread = OF_PROXIES.has(reply.status) ? CLIENT_CODES.unreachable : CLIENT_CODES.unreadable
    const code = isMissingStatus(reply.status) ? CLIENT_CODES.callMissing : unread
    throw failure(call, code, `HTTP ${reply.status}`, reply.status)
  }
  if (envelope.code !== CODES.ok) {
    noteCall('refused')
    const argument = notAuthorisedArgument(envelope.code, reply.status)
    if (argument !== undefined) reportNotAuthorised(argument, envelope.msg)
    throw failure(call, envelope.code, envelope.msg, reply.status)
  }
  try {
    const data = readTolerantly(call.data, envelope.data ?? {}, call.name) as DataOut<C>
    noteCall('ok')
    return { data, msg: envelope.msg }
  } catch (error) {
    if (!(error instanceof UnreadableReply)) throw error
    noteCall('failed')
    noteProblem(call.name, error.message)
    throw failure(call, CLIENT_CODES.unreadable, error.message, reply.status)
  }
}

/** Bad gateway, unavailable, gateway timeout: a proxy's answers when the platform does not answer it. */
const OF_PROXIES: ReadonlySet<number> = new Set([502, 503, 504])

/** Body of a reply, undefined when it is no JSON; `broken` when the connection ended in its middle. */
async function readBody(call: Call, reply: Response): Promise<{ json: unknown } | 'broken'> {
  try {
    return { json: await reply.json() }
  } catch (error) {
    noteProblem(call.name, `HTTP ${reply.status}: ${String(error)}`)
    return error instanceof SyntaxError ? { json: undefined } : 'broken'
  }
}

function beforeAgain(signal: AbortSignal | undefined): Promise<void> {
  noteCall('retried')
  return pause(LIMITS.httpRetryDelayMs, signal)
}

function failure(call: Call, code: number, msg: string, httpStatus: number): PlatformReplyError {
  return new PlatformReplyError({ code, msg, httpStatus, callName: call.name })
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
