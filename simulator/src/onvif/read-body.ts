import type { IncomingMessage } from 'node:http'

/** Bytes of a request: the longest of real clients have some ten thousand. */
export const BODY_MOST = 262_144

/** The body; 'left' when the client went away before its end. */
export function readBody(request: IncomingMessage): Promise<{ text: string } | 'tooLong' | 'left'> {
  return new Promise((resolve) => {
    if (Number(request.headers['content-length'] ?? 0) > BODY_MOST) return resolve('tooLong')
    const chunks: Buffer[] = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.byteLength
      if (length <= BODY_MOST) chunks.push(chunk)
      else resolve('tooLong')
    })
    request.on('end', () => resolve({ text: Buffer.concat(chunks).toString('utf8') }))
    request.on('close', () => resolve('left'))
    request.on('error', () => resolve('left'))
  })
}
