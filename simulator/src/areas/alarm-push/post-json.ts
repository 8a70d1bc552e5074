import type { LookupAddress } from 'node:dns'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { PushFault } from '@backlot/contract/alarm-push/entities'
import type { HostClock } from '../../kernel/clock.ts'
import { plainAddress } from './addresses.ts'
import { type AllowList, hostOf, parsePushUrl, portOf, type Refused } from './allow-list.ts'

/** From the first step to the status of the answer. */
const ANSWER_WITHIN_MS = 10_000
/**
 * Most bytes, and longest time, of an answer's body that are read after its status, so that its sender can end
 * properly.
 */
const BODY_MAX_BYTES = 16 * 1024
const BODY_WITHIN_MS = 2_000
const HEADERS_MAX_BYTES = 8 * 1024

/** Addresses of a host name. */
export type Resolve = (hostName: string) => Promise<readonly LookupAddress[]>

export type PostResult =
  | { ok: true; httpStatus: number; durationMs: number }
  | { ok: false; httpStatus: number | null; fault: PushFault; detail: string; durationMs: number }

export type PostDeps = { allow: AllowList; resolve: Resolve; clock: HostClock }

/**
 * Posts JSON once. Every address that the host leads to is judged at the moment of connecting, and the connection goes
 * to the judged one; no redirect is followed; nothing of an answer but its status is kept. Never rejects.
 */
export async function postJson(
  { allow, resolve, clock }: PostDeps,
  to: { url: string; body: string; headers: Readonly<Record<string, string>>; signal?: AbortSignal },
): Promise<PostResult> {
  const startMs = clock.now()
  const since = () => Math.max(0, Math.round(clock.now() - startMs))
  const refused = ({ fault, detail }: Refused, httpStatus: number | null = null): PostResult => ({
    ok: false,
    httpStatus,
    fault,
    detail,
    durationMs: since(),
  })
  const judged = allow.judgeUrl(to.url)
  if (judged) return refused(judged)
  const url = parsePushUrl(to.url)
  if (typeof url === 'string') return refused({ fault: 'url', detail: url })
  if (to.signal?.aborted) return refused({ fault: 'connect', detail: 'stopped' })

  return new Promise((done) => {
    const request = open(url, to, checkedLookup({ allow, resolve }, url))
    const settle = (result: PostResult) => {
      stopWaiting()
      to.signal?.removeEventListener('abort', stop)
      done(result)
    }
    const fail = (why: Refused) => {
      request.destroy()
      settle(refused(why))
    }
    const stop = () => fail({ fault: 'connect', detail: 'stopped' })
    const stopWaiting = clock.after(ANSWER_WITHIN_MS, () => fail({ fault: 'timeout', detail: '' }))
    to.signal?.addEventListener('abort', stop)
    request.on('socket', (socket) => {
      socket.once('connect', () => {
        const wrong = allow.judgeAddress(hostOf(url), socket.remoteAddress ?? '', portOf(url))
        if (wrong) fail(wrong)
      })
    })
    request.on('response', (response) => {
      const httpStatus = response.statusCode ?? 0
      settle(resultOf(httpStatus, response.headers.location, since()))
      endInPeace(response, request, clock)
    })
    // After it is settled an error is the end of a connection that nobody needs any more.
    request.on('error', (error: NodeJS.ErrnoException & { refused?: Refused }) =>
      settle(refused(error.refused ?? faultOf(error))),
    )
    request.end(to.body)
  })
}

function open(
  url: URL,
  to: { body: string; headers: Readonly<Record<string, string>> },
  lookup: LookupFunction,
): ClientRequest {
  const make = url.protocol === 'https:' ? httpsRequest : httpRequest
  return make(url, {
    method: 'POST',
    agent: false,
    lookup,
    maxHeaderSize: HEADERS_MAX_BYTES,
    headers: { ...to.headers, 'content-length': String(Buffer.byteLength(to.body)), connection: 'close' },
  })
}

/** Resolves a name and passes allowed addresses; a refused one is an error with its reason. */
function checkedLookup({ allow, resolve }: Pick<PostDeps, 'allow' | 'resolve'>, url: URL): LookupFunction {
  const host = hostOf(url)
  const refuse = (why: Refused) => Object.assign(new Error(why.fault), { refused: why })
  return (_name, options, callback) => {
    resolve(host).then(
      (found) => {
        const plain = found.flatMap(({ address }) => plainAddress(address) ?? [])
        const wrong = found
          .map(({ address }) => allow.judgeAddress(host, address, portOf(url)))
          .find((why) => why !== undefined)
        if (plain.length === 0) return callback(refuse({ fault: 'notResolved', detail: host }), '', 0)
        // One that is refused among them is a name that means harm, or is set up wrong: none of them is tried.
        if (wrong) return callback(refuse(wrong), '', 0)
        const list = plain.map((address) => ({ address, family: isIP(address) }))
        if (options.all) callback(null, list)
        else callback(null, list[0]!.address, list[0]!.family)
      },
      () => callback(refuse({ fault: 'notResolved', detail: host }), '', 0),
    )
  }
}

function resultOf(httpStatus: number, location: string | undefined, durationMs: number): PostResult {
  if (httpStatus >= 200 && httpStatus < 300) return { ok: true, httpStatus, durationMs }
  if (httpStatus >= 300 && httpStatus < 400) {
    const detail = location === undefined ? '' : hostNamed(location)
    return { ok: false, httpStatus, fault: 'redirect', detail, durationMs }
  }
  return { ok: false, httpStatus, fault: 'status', detail: String(httpStatus), durationMs }
}

/** Where a redirect wanted to lead: its host alone, for the log. */
function hostNamed(location: string): string {
  return URL.canParse(location) ? new URL(location).host.slice(0, 100) : ''
}

function endInPeace(response: IncomingMessage, request: ClientRequest, clock: HostClock): void {
  let bytes = 0
  const cancel = clock.after(BODY_WITHIN_MS, () => request.destroy())
  response.on('data', (part: Buffer) => {
    bytes += part.length
    if (bytes > BODY_MAX_BYTES) request.destroy()
  })
  response.on('close', cancel)
  // Whatever follows the status is ignored, including a broken connection.
  response.on('error', cancel)
}

function faultOf(error: NodeJS.ErrnoException): Refused {
  const code = error.code ?? ''
  if (code.startsWith('HPE_')) return { fault: 'answer', detail: code }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return { fault: 'notResolved', detail: '' }
  const tls = code.startsWith('ERR_TLS') || code.startsWith('ERR_SSL') || /CERT|SELF_SIGNED/.test(code)
  return { fault: tls ? 'tls' : 'connect', detail: code.slice(0, 60) }
}
