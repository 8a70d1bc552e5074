import { createReadStream } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { AS_DATA } from '../../console-server/platform-proxy.ts'
import type { Exchange } from '../capture.ts'
import { openBytes } from '../read-bytes.ts'
import { pace, type ReplyTools, recordedReply } from './recorded-reply.ts'
import type { Visitor } from './visitor.ts'

const WAITING_MAX = 8_000_000

/** Answers a request as it was answered. Throws what recordedReply throws. */
export function sendRecorded(
  tools: ReplyTools & { folder: string },
  exchange: Exchange,
  visitor: Visitor,
  response: ServerResponse,
  cookies: readonly string[] = [],
): void {
  const reply = recordedReply(tools, exchange, visitor)
  const { body } = reply
  response.statusCode = reply.status
  for (const [name, value] of Object.entries({ ...reply.headers, ...AS_DATA }))
    response.setHeader(name, value)
  // The browser would not request again what it caches, and the next replay would miss it.
  response.setHeader('cache-control', 'no-store')
  const all = [...reply.cookies, ...cookies]
  if (all.length > 0) response.setHeader('set-cookie', all)
  if ('text' in body) {
    response.end(body.text)
    return
  }
  if (body.encoding !== undefined) response.setHeader('content-encoding', body.encoding)
  const path = join(tools.folder, body.file)
  if ('bytes' in body) {
    // Closes the file when the page leaves in the middle; a file that cannot be read cuts the response.
    pipeline(createReadStream(path, { end: body.bytes - 1 }), response, () => {})
    return
  }
  const bytes = openBytes(path)
  const stop = pace(body.pieces, body.fromT, visitor, {
    // Who reads slower than it was recorded is cut off, as a platform does.
    send: (piece) =>
      void (response.writableLength > WAITING_MAX ? response.destroy() : response.write(bytes.read(piece))),
    over: () => response.end(),
  })
  const release = visitor.holdSocket(() => {
    stop()
    response.end()
  })
  response.on('close', () => {
    stop()
    release()
    bytes.close()
  })
}
