import { createHash } from 'node:crypto'
import type { RequestHandler, Response } from 'express'
import { type Encoding, encode, encodingFor } from './content-encoding.ts'

/** How a document goes out: as it is, or coded. */
type Form = { bytes: Buffer; etag: string; encoding: Encoding | undefined }

/**
 * Answers a document that is the same for everybody and for as long as the program runs. It is made on the first
 * request, and each form of it (plain, gzip, Brotli) once: a request costs no more than its bytes. `setHeaders` adds to
 * the headers of every reply.
 */
export function serveDocument(
  type: string,
  make: () => string,
  setHeaders: (response: Response) => void = () => {},
): RequestHandler {
  let plain: Form | undefined
  const coded = new Map<Encoding, Promise<Form>>()

  function plainForm(): Form {
    if (plain) return plain
    const bytes = Buffer.from(make())
    const mark = createHash('sha256').update(bytes).digest('base64url').slice(0, 20)
    plain = { bytes, etag: `"${mark}"`, encoding: undefined }
    return plain
  }
  async function codedForm(encoding: Encoding): Promise<Form> {
    const { bytes, etag } = plainForm()
    return { bytes: await encode(bytes, encoding), etag: `${etag.slice(0, -1)}-${encoding}"`, encoding }
  }
  function formFor(encoding: Encoding | undefined): Form | Promise<Form> {
    if (!encoding) return plainForm()
    const form = coded.get(encoding) ?? codedForm(encoding)
    coded.set(encoding, form)
    return form
  }

  return async (request, response) => {
    const { bytes, etag, encoding } = await formFor(encodingFor(request))
    setHeaders(response)
    response.vary('Accept-Encoding').type(type).set({ etag, 'cache-control': 'no-cache' })
    if (encoding) response.set('content-encoding', encoding)
    response.send(bytes)
  }
}
