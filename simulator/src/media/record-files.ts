/** Finished downloads over HTTP: GET /record/<id>.mp4?token=…, whole or in parts. */
import { createReadStream } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { byteRangeOf, contentRange, outsideOf } from '../calls/byte-range.ts'
import { clientAddressOf } from '../calls/client-address.ts'
import type { StreamTokens } from './stream-token.ts'
import type { UnsentBytes } from './unsent-bytes.ts'
import { inItsTurn, refuse } from './viewer-server.ts'

const PATH = /^\/record\/([A-Za-z0-9_-]{8,32})\.mp4$/
/** Bytes of a file that are read at a time and wait for the client. */
const CHUNK_BYTES = 64 * 1024

export type RecordFile = { path: string; sizeBytes: number; fileName: string }

/** Answers requests below /record/; false for other paths. A file never changes once it is found. */
export function createRecordFiles(deps: {
  tokens: Pick<StreamTokens, 'verify'>
  unsent: UnsentBytes
  find(id: string): RecordFile | undefined
}): (request: IncomingMessage, response: ServerResponse) => boolean {
  const answer = (url: string, request: IncomingMessage, response: ServerResponse): unknown => {
    const mark = url.indexOf('?')
    const path = mark < 0 ? url : url.slice(0, mark)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD')
      return refuse(response, 405, 'files are read with GET')
    }
    const id = PATH.exec(path)?.[1]
    if (id === undefined) return refuse(response, 404, 'no such file')
    const token = new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1)).get('token') ?? ''
    if (!deps.tokens.verify(path, token).ok) return refuse(response, 401, 'the token is missing or stale')
    const file = deps.find(id)
    if (!file) return refuse(response, 404, 'no such file')
    const { sizeBytes } = file
    const etag = `"${id}.${sizeBytes}"`
    const range = byteRangeOf(request, sizeBytes, etag)
    if (range === 'unsatisfiable') {
      response.setHeader('content-range', contentRange(range, sizeBytes))
      return refuse(response, 416, outsideOf(sizeBytes))
    }
    const { first, last } = range === 'whole' ? { first: 0, last: sizeBytes - 1 } : range
    response.writeHead(range === 'whole' ? 200 : 206, {
      'content-type': 'video/mp4',
      'content-length': last - first + 1,
      ...(range === 'whole' ? {} : { 'content-range': contentRange(range, sizeBytes) }),
      'accept-ranges': 'bytes',
      etag,
      'content-disposition': `attachment; filename="${file.fileName}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    })
    if (request.method === 'HEAD') {
      response.end()
      return
    }
    const sent = deps.unsent.open(clientAddressOf(request), response, () => response.writableLength)
    const bytes = createReadStream(file.path, { start: first, end: last, highWaterMark: CHUNK_BYTES })
    bytes.on('error', (error) => response.destroy(error)).pipe(response)
    bytes.on('data', (chunk) => sent(chunk.length))
    // Who leaves in the middle leaves no open file behind.
    response.on('close', () => bytes.destroy())
  }

  return (request, response) => {
    // To the letter: a URL parser would tidy dots away, and throw at invalid ones.
    const url = request.url ?? ''
    if (!url.startsWith('/record/')) return false
    inItsTurn(response, () => answer(url, request, response))
    return true
  }
}
