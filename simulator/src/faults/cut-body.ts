import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { BodyCut } from './http-faults.ts'

/** Lets an answer lose its end. One without a length (a stream) stays as it is. */
export function cutBody(response: ServerResponse, { share, how }: BodyCut): void {
  const writeHead = response.writeHead as (
    this: ServerResponse,
    status: number,
    headers: string[],
  ) => ServerResponse
  const { write } = response
  const end = response.end as (this: ServerResponse, ...rest: unknown[]) => ServerResponse
  /** Bytes that may still go out; undefined: the answer is not cut. */
  let left: number | undefined
  let isOver = false

  const finish = (): void => {
    isOver = true
    if (how === 'short') end.call(response, () => {})
    // Written bytes are on their way before the connection closes.
    else response.socket?.end(() => response.destroy())
  }
  const pass = (chunk: unknown, encoding: BufferEncoding): boolean => {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, encoding) : Buffer.from(chunk as Uint8Array)
    const part = bytes.subarray(0, left)
    left! -= part.length
    const isRoom = part.length === 0 || write.call(response, part, encoding)
    if (left === 0) finish()
    return isRoom
  }

  response.writeHead = ((status: number, ...rest: unknown[]) => {
    const headers = headerList(response, rest)
    const at = headers.findIndex(([name]) => name.toLowerCase() === 'content-length')
    const length = at < 0 ? 0 : Number(headers[at]![1])
    if (length > 0 && response.req.method !== 'HEAD') {
      left = Math.floor(length * share)
      if (how === 'short') headers[at] = [headers[at]![0], String(left)]
    }
    for (const name of response.getHeaderNames()) response.removeHeader(name)
    return writeHead.call(response, status, headers.flat())
  }) as ServerResponse['writeHead']
  const head = (): void => {
    if (!response.headersSent) response.writeHead(response.statusCode)
    if (left === 0 && !isOver) finish()
  }
  response.write = ((chunk: unknown, encoding?: unknown, done?: () => void) => {
    head()
    if (isOver) return true
    if (left === undefined) return write.call(response, chunk, encoding as never, done)
    return pass(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8')
  }) as ServerResponse['write']
  response.end = ((chunk?: unknown, encoding?: unknown, done?: unknown) => {
    if (!response.headersSent) {
      // Node works the length of an answer out that is given in one piece.
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) setLength(response, chunk)
    }
    head()
    if (isOver) return response
    if (left === undefined) return end.call(response, chunk, encoding, done)
    if (chunk !== undefined && typeof chunk !== 'function')
      pass(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8')
    if (!isOver) finish()
    return response
  }) as ServerResponse['end']
}

function setLength(response: ServerResponse, chunk: string | Uint8Array): void {
  if (response.hasHeader('content-length') || response.hasHeader('transfer-encoding')) return
  response.setHeader('content-length', typeof chunk === 'string' ? Buffer.byteLength(chunk) : chunk.length)
}

/** All headers of an answer that is about to begin: those set before and those given with the status. */
function headerList(response: ServerResponse, rest: readonly unknown[]): [string, string][] {
  const given = rest.find((part) => typeof part === 'object' && part !== null)
  const list: [string, string][] = []
  const add = (name: string, value: unknown) => {
    for (const one of Array.isArray(value) ? value : [value]) list.push([name, String(one)])
  }
  for (const name of response.getHeaderNames()) add(name, response.getHeader(name))
  if (Array.isArray(given)) {
    for (let i = 0; i + 1 < given.length; i += 2) add(String(given[i]), given[i + 1])
  } else {
    for (const [name, value] of Object.entries((given ?? {}) as OutgoingHttpHeaders)) add(name, value)
  }
  return list
}
