import type { IncomingMessage } from 'node:http'
import { LIMITS } from '@backlot/contract/limits'
import { Busboy } from '@fastify/busboy'
import { readBytes } from '../../calls/read-body.ts'
import { PlatformError } from '../../kernel/platform-error.ts'

/** A multipart body without its boundary, its end or its headers. */
export class BrokenMultipart extends Error {}

/** Room for boundaries and headers of a multipart body. */
const MULTIPART_EXTRA = 16 * 1024

/**
 * The picture bytes of an upload: the body itself, or the first file of a multipart body. Undefined when there is
 * none. Throws PlatformError tooLarge past 1 MB, or BrokenMultipart.
 */
export async function readPicture(request: IncomingMessage): Promise<Buffer | undefined> {
  const type = request.headers['content-type'] ?? ''
  if (!type.toLowerCase().startsWith('multipart/form-data')) {
    const bytes = await readBytes(request, LIMITS.imageBytesMax)
    return bytes.length > 0 ? bytes : undefined
  }
  const body = await readBytes(request, LIMITS.imageBytesMax + MULTIPART_EXTRA)
  return firstFile(type, body)
}

function firstFile(contentType: string, body: Buffer): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) =>
      reject(error instanceof PlatformError ? error : new BrokenMultipart('', { cause: error }))
    let parser: Busboy
    try {
      parser = new Busboy({
        headers: { 'content-type': contentType },
        limits: { files: 1, fileSize: LIMITS.imageBytesMax, fields: 8, fieldSize: 1024, parts: 12 },
      })
    } catch (error) {
      fail(error)
      return
    }
    let picture: Buffer | undefined
    parser.on('file', (_field, file) => {
      const parts: Buffer[] = []
      file.on('data', (part: Buffer) => parts.push(part))
      file.on('limit', () => fail(new PlatformError('tooLarge', 'pictureTooLarge')))
      file.on('end', () => {
        picture = Buffer.concat(parts)
      })
    })
    parser.on('error', fail)
    parser.on('finish', () => resolve(picture && picture.length > 0 ? picture : undefined))
    parser.end(body)
  })
}
