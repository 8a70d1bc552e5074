import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RequestHandler, Response } from 'express'
import { type Encoding, encode, encodingFor } from './content-encoding.ts'

/** Text, and formats that compress like it. Pictures and fonts are compressed already. */
const COMPRESSIBLE = /\.(html|m?js|css|json|svg|txt|wasm)$/
/** Less than this is one packet either way. */
const LEAST_BYTES = 1400

type Packed = { bytes: Buffer; etag: string } | undefined

/**
 * Answers whole files of a folder compressed, each made once and kept; everything else, and requests without
 * compression, are passed on. `names`: the folder's files, with `/` between parts. `mark`: changes with any of their
 * contents.
 */
export function serveCompressed(
  folder: string,
  names: readonly string[],
  mark: string,
  setHeaders: (response: Response, path: string) => void,
): RequestHandler {
  const known = new Set(names.filter((name) => COMPRESSIBLE.test(name)))
  const kept = new Map<string, Promise<Packed>>()

  async function pack(name: string, encoding: Encoding): Promise<Packed> {
    const bytes = await readFile(join(folder, name))
    if (bytes.length < LEAST_BYTES) return undefined
    return { bytes: await encode(bytes, encoding), etag: `"${mark.slice(0, 20)}-${encoding}"` }
  }
  function packed(name: string, encoding: Encoding): Promise<Packed> {
    const key = `${encoding} ${name}`
    const made = kept.get(key) ?? pack(name, encoding)
    kept.set(key, made)
    made.catch(() => kept.delete(key))
    return made
  }

  return (request, response, next) => {
    const name = request.path === '/' ? 'index.html' : request.path.slice(1)
    if ((request.method !== 'GET' && request.method !== 'HEAD') || !known.has(name)) return next()
    response.vary('Accept-Encoding')
    const encoding = encodingFor(request)
    if (!encoding) return next()
    packed(name, encoding).then((found) => {
      if (!found) return next()
      setHeaders(response, join(folder, name))
      response.type(name.slice(name.lastIndexOf('.'))).set('etag', found.etag)
      response.set('content-encoding', encoding).send(found.bytes)
    }, next)
  }
}
