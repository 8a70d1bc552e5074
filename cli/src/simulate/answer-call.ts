import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import type { AnyCall } from '@backlot/contract/call'
import { CODES } from '@backlot/contract/codes'
import { PlatformError } from '@backlot/simulator/kernel/platform-error'
import { AS_DATA } from '../console-server/platform-proxy.ts'
import type { RequestedCalls } from './contract-request.ts'
import type { SimulatedPart } from './simulated-part.ts'

/** Longest body of a call that is not an upload, bytes. */
const MAX_BODY = 4 * 1024 * 1024
const PASSED_ON = ['accept-language', 'lang', 'range', 'idempotency-key']
const PASSED_BACK = ['content-type', 'content-disposition', 'content-range', 'accept-ranges', 'cache-control']

/** Answers a page's request from the simulated part, ids of devices replaced both ways. */
export async function answerCall(
  part: SimulatedPart,
  requested: RequestedCalls,
  { call, path }: { call: AnyCall; path: string },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const headers: Record<string, string> = {}
  for (const name of PASSED_ON) {
    const value = request.headers[name]
    if (typeof value === 'string') headers[name] = value
  }
  const isUpload = call.raw?.request !== undefined
  const { counterparts } = part
  const search = new URL(`http://page${request.url ?? '/'}`).searchParams
  const query = counterparts.toSimulated(requested.fieldsOf(call, Object.fromEntries(search)), call.name)
  let body: string | Buffer | undefined
  if (isUpload) {
    headers['content-type'] = request.headers['content-type'] ?? 'application/octet-stream'
    body = await bodyOf(request, call.raw?.maxBytes ?? MAX_BODY)
  } else if (call.method === 'POST') {
    headers['content-type'] = 'application/json'
    body = JSON.stringify(
      counterparts.toSimulated(requested.fieldsOf(call, await fieldsIn(request)), call.name),
    )
  }
  const isQuery = call.method === 'GET' || isUpload
  const address = new URL(
    isQuery ? `${path}?${new URLSearchParams(query as Record<string, string>)}` : path,
    part.simulator.url,
  )
  const ask = async () => {
    const { cookie } = await part.admin()
    return fetch(address, {
      method: call.method,
      headers: { ...headers, cookie },
      ...(body === undefined ? {} : { body }),
    })
  }
  let answer = await ask()
  if (answer.status === 401) {
    part.signedOut()
    answer = await ask()
  }
  response.statusCode = answer.status
  for (const [name, value] of Object.entries(AS_DATA)) response.setHeader(name, value)
  for (const name of PASSED_BACK) {
    const value = answer.headers.get(name)
    if (value !== null) response.setHeader(name, value)
  }
  if (answer.headers.get('content-type')?.includes('json') === true)
    return void response.end(JSON.stringify(part.toPage(await answer.json(), call.name)))
  if (!answer.body) return void response.end()
  await pipeline(Readable.fromWeb(answer.body as NodeReadableStream), response)
}

export async function bodyOf(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > maxBytes) throw new PlatformError('tooLarge', `The body is longer than ${maxBytes} bytes.`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Fields of a body, as JSON or as a form. */
async function fieldsIn(request: IncomingMessage): Promise<unknown> {
  const text = (await bodyOf(request, MAX_BODY)).toString('utf8')
  if (request.headers['content-type']?.includes('form-urlencoded') === true)
    return Object.fromEntries(new URLSearchParams(text))
  try {
    return text === '' ? {} : JSON.parse(text)
  } catch {
    throw new PlatformError(CODES.invalid, 'The body is not JSON.')
  }
}
